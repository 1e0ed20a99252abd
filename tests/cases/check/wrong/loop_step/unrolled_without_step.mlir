// The body is unrolled twice, but the step stays 1.
// input: A = 1: A[1] is 2, and 4 after it.
func.func @double(%A: memref<9xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<9xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<9xi32>
  }
  return
}

// -----

func.func @double(%A: memref<9xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<9xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<9xi32>
    %z = affine.load %A[%i + 1] : memref<9xi32>
    %w = arith.addi %z, %z : i32
    affine.store %w, %A[%i + 1] : memref<9xi32>
  }
  return
}
