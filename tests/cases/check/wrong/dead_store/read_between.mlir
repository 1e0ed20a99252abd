// The first of two stores is removed, though a load reads it.
// input: A[0] = 0: 1, and 0 after it.
func.func @read(%A: memref<4xi32>) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  affine.store %one, %A[0] : memref<4xi32>
  %x = affine.load %A[0] : memref<4xi32>
  affine.store %two, %A[0] : memref<4xi32>
  return %x : i32
}

// -----

func.func @read(%A: memref<4xi32>) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %x = affine.load %A[0] : memref<4xi32>
  affine.store %two, %A[0] : memref<4xi32>
  return %x : i32
}
