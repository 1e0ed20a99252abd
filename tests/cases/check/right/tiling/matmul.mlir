// No cell of the product gets its terms in another order: the loop over k stays innermost within a tile of i and j.
func.func @f(%A: memref<6x6xf32>, %B: memref<6x6xf32>, %C: memref<6x6xf32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 6 {
        %x = affine.load %A[%i, %k] : memref<6x6xf32>
        %y = affine.load %B[%k, %j] : memref<6x6xf32>
        %z = affine.load %C[%i, %j] : memref<6x6xf32>
        %p = arith.mulf %x, %y : f32
        %n = arith.addf %z, %p : f32
        affine.store %n, %C[%i, %j] : memref<6x6xf32>
      }
    }
  }
  return
}

// -----

func.func @f(%A: memref<6x6xf32>, %B: memref<6x6xf32>, %C: memref<6x6xf32>) {
  affine.for %s = 0 to 6 step 4 {
    affine.for %t = 0 to 6 step 4 {
      affine.for %i = affine_map<(d0) -> (d0)>(%s) to min affine_map<(d0) -> (d0 + 4, 6)>(%s) {
        affine.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0) -> (d0 + 4, 6)>(%t) {
          affine.for %k = 0 to 6 {
            %x = affine.load %A[%i, %k] : memref<6x6xf32>
            %y = affine.load %B[%k, %j] : memref<6x6xf32>
            %z = affine.load %C[%i, %j] : memref<6x6xf32>
            %p = arith.mulf %x, %y : f32
            %n = arith.addf %z, %p : f32
            affine.store %n, %C[%i, %j] : memref<6x6xf32>
          }
        }
      }
    }
  }
  return
}
