// Each row is made of the one above it and of the neighbour to the right there, so that tiles of columns read what is not yet written.
// input: A[0, 7] = 1, else 0: A[7, 0] is 1, and 0 after it.
func.func @slope(%A: memref<8x8xf64>) {
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 7 {
      %x = affine.load %A[%i - 1, %j + 1] : memref<8x8xf64>
      affine.store %x, %A[%i, %j] : memref<8x8xf64>
    }
  }
  return
}

// -----

func.func @slope(%A: memref<8x8xf64>) {
  affine.for %J = 0 to 7 step 4 {
    affine.for %i = 1 to 8 {
      affine.for %j = affine_map<(d0) -> (d0)>(%J) to min affine_map<(d0) -> (d0 + 4, 7)>(%J) {
        %x = affine.load %A[%i - 1, %j + 1] : memref<8x8xf64>
        affine.store %x, %A[%i, %j] : memref<8x8xf64>
      }
    }
  }
  return
}
