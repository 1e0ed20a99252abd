// The copy is replaced by its source, and then written to.
// input: A = 1: A[0] stays 1, and becomes 2 after it.
func.func @elide(%A: memref<8xi32>) -> i32 {
  %two = arith.constant 2 : i32
  %m = memref.alloca() : memref<8xi32>
  memref.copy %A, %m : memref<8xi32> to memref<8xi32>
  affine.store %two, %m[0] : memref<8xi32>
  %x = affine.load %m[1] : memref<8xi32>
  return %x : i32
}

// -----

func.func @elide(%A: memref<8xi32>) -> i32 {
  %two = arith.constant 2 : i32
  affine.store %two, %A[0] : memref<8xi32>
  %x = affine.load %A[1] : memref<8xi32>
  return %x : i32
}
