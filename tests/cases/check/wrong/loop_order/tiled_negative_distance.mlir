// Tiles of columns run one after the other, and a row needs a column of the next tile in the row above.
// input: A[0, j] = j, else 0: A[1, 3] is 4; A[2, 3] is 5, and 0 after it.
func.func @slope(%A: memref<6x9xi32>) {
  affine.for %i = 1 to 6 {
    affine.for %j = 0 to 8 {
      %x = affine.load %A[%i - 1, %j + 1] : memref<6x9xi32>
      affine.store %x, %A[%i, %j] : memref<6x9xi32>
    }
  }
  return
}

// -----

func.func @slope(%A: memref<6x9xi32>) {
  affine.for %t = 0 to 8 step 4 {
    affine.for %i = 1 to 6 {
      affine.for %j = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 4)>(%t) {
        %x = affine.load %A[%i - 1, %j + 1] : memref<6x9xi32>
        affine.store %x, %A[%i, %j] : memref<6x9xi32>
      }
    }
  }
  return
}
