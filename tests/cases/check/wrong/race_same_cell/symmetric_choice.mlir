// First and last iteration store the same value, those between store others.
// input: A = 0, 1, 2, 3, ...: iteration 3 stores A[3] to B[0] and may be the last.
func.func @ends(%A: memref<8xf32>, %B: memref<8xf32>) {
  %c7 = arith.constant 7 : index
  %x = affine.load %A[0] : memref<8xf32>
  affine.store %x, %B[0] : memref<8xf32>
  return
}

// -----

func.func @ends(%A: memref<8xf32>, %B: memref<8xf32>) {
  %c7 = arith.constant 7 : index
  affine.parallel (%i) = (0) to (8) {
    %r = arith.subi %c7, %i : index
    %m = arith.minui %i, %r : index
    %x = memref.load %A[%m] : memref<8xf32>
    affine.store %x, %B[0] : memref<8xf32>
  }
  return
}
