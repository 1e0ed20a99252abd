// Both halves of a step in tiles of columns; no number of the step is used.
func.func @means(%A: memref<9x9xf64>, %B: memref<9x9xf64>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 8 {
      affine.for %j = 1 to 8 {
        %x = affine.load %A[%i - 1, %j] : memref<9x9xf64>
        %y = affine.load %A[%i, %j + 1] : memref<9x9xf64>
        %z = arith.addf %x, %y : f64
        affine.store %z, %B[%i, %j] : memref<9x9xf64>
      }
    }
    affine.for %i = 1 to 8 {
      affine.for %j = 1 to 8 {
        %x = affine.load %B[%i, %j] : memref<9x9xf64>
        affine.store %x, %A[%i, %j] : memref<9x9xf64>
      }
    }
  }
  return
}

// -----

func.func @means(%A: memref<9x9xf64>, %B: memref<9x9xf64>) {
  affine.for %t = 0 to 5 {
    affine.for %J = 1 to 8 step 3 {
      affine.for %i = 1 to 8 {
        affine.for %j = affine_map<(d0) -> (d0)>(%J) to min affine_map<(d0) -> (d0 + 3, 8)>(%J) {
          %x = affine.load %A[%i - 1, %j] : memref<9x9xf64>
          %y = affine.load %A[%i, %j + 1] : memref<9x9xf64>
          %z = arith.addf %x, %y : f64
          affine.store %z, %B[%i, %j] : memref<9x9xf64>
        }
      }
    }
    affine.for %j = 1 to 8 {
      affine.for %i = 1 to 8 {
        %x = affine.load %B[%i, %j] : memref<9x9xf64>
        affine.store %x, %A[%i, %j] : memref<9x9xf64>
      }
    }
  }
  return
}
