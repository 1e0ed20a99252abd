// Rows depend on the row above, and the loop over rows is parallel, too.
// input: row 0 = 1, else 0: row 2 may read row 1 before it was written.
func.func @down(%A: memref<6x6xf64>) {
  affine.for %i = 1 to 6 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i - 1, %j] : memref<6x6xf64>
      %y = affine.load %A[%i, %j] : memref<6x6xf64>
      %z = arith.maximumf %x, %y : f64
      affine.store %z, %A[%i, %j] : memref<6x6xf64>
    }
  }
  return
}

// -----

func.func @down(%A: memref<6x6xf64>) {
  affine.parallel (%i, %j) = (1, 0) to (6, 6) {
    %x = affine.load %A[%i - 1, %j] : memref<6x6xf64>
    %y = affine.load %A[%i, %j] : memref<6x6xf64>
    %z = arith.maximumf %x, %y : f64
    affine.store %z, %A[%i, %j] : memref<6x6xf64>
  }
  return
}
