// Each iteration reads what the one before writes, and the loop is parallel.
// input: A = 1, 2, ...: iteration 2 may read the old A[1] instead of A[0] + A[1].
func.func @prefix(%A: memref<32xi32>) {
  affine.for %i = 1 to 32 {
    %x = affine.load %A[%i - 1] : memref<32xi32>
    %y = affine.load %A[%i] : memref<32xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %A[%i] : memref<32xi32>
  }
  return
}

// -----

func.func @prefix(%A: memref<32xi32>) {
  affine.parallel (%i) = (1) to (32) {
    %x = affine.load %A[%i - 1] : memref<32xi32>
    %y = affine.load %A[%i] : memref<32xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %A[%i] : memref<32xi32>
  }
  return
}
