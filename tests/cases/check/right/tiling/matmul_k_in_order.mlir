// Tiles of k come in the order of k, so that each sum of floats keeps its order.
func.func @f(%A: memref<4x8xf64>, %B: memref<8x4xf64>, %C: memref<4x4xf64>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 8 {
        %x = affine.load %A[%i, %k] : memref<4x8xf64>
        %y = affine.load %B[%k, %j] : memref<8x4xf64>
        %z = affine.load %C[%i, %j] : memref<4x4xf64>
        %p = arith.mulf %x, %y : f64
        %n = arith.addf %z, %p : f64
        affine.store %n, %C[%i, %j] : memref<4x4xf64>
      }
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x8xf64>, %B: memref<8x4xf64>, %C: memref<4x4xf64>) {
  affine.for %u = 0 to 8 step 4 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.for %k = affine_map<(d0) -> (d0)>(%u) to affine_map<(d0) -> (d0 + 4)>(%u) {
          %x = affine.load %A[%i, %k] : memref<4x8xf64>
          %y = affine.load %B[%k, %j] : memref<8x4xf64>
          %z = affine.load %C[%i, %j] : memref<4x4xf64>
          %p = arith.mulf %x, %y : f64
          %n = arith.addf %z, %p : f64
          affine.store %n, %C[%i, %j] : memref<4x4xf64>
        }
      }
    }
  }
  return
}
