// A store that does not depend on the index moves out of a loop without iterations.
// input: A[0] = 5: it becomes 8.
// source: LLVM issue #128273 (affine-loop-invariant-code-motion)
func.func @none(%A: memref<1xi32>) {
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to 0 {
    affine.store %eight, %A[0] : memref<1xi32>
  }
  return
}

// -----

func.func @none(%A: memref<1xi32>) {
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to 0 {
  }
  affine.store %eight, %A[0] : memref<1xi32>
  return
}
