// The minimum of the inner tile uses the size of the other dimension.
// input: A = 1, B = 0: B[0, 9] stays 0.
func.func @copy(%A: memref<6x10xf32>, %B: memref<6x10xf32>) {
  affine.for %t = 0 to 10 step 4 {
    affine.for %i = 0 to 6 {
      affine.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0) -> (d0 + 4, 10)>(%t) {
        %x = affine.load %A[%i, %j] : memref<6x10xf32>
        affine.store %x, %B[%i, %j] : memref<6x10xf32>
      }
    }
  }
  return
}

// -----

func.func @copy(%A: memref<6x10xf32>, %B: memref<6x10xf32>) {
  affine.for %t = 0 to 10 step 4 {
    affine.for %i = 0 to 6 {
      affine.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0) -> (d0 + 4, 6)>(%t) {
        %x = affine.load %A[%i, %j] : memref<6x10xf32>
        affine.store %x, %B[%i, %j] : memref<6x10xf32>
      }
    }
  }
  return
}
