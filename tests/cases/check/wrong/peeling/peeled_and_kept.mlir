// The first iteration is peeled and still runs in the loop.
// input: A = 1: A[0] is 2, and 4 after it.
func.func @double(%A: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @double(%A: memref<8xi32>) {
  %u = affine.load %A[0] : memref<8xi32>
  %v = arith.addi %u, %u : i32
  affine.store %v, %A[0] : memref<8xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<8xi32>
  }
  return
}
