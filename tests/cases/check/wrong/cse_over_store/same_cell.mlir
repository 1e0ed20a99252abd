// The second load of a cell is replaced by the first, with a store between.
// input: A[0] = 1: 1 + 2, and 1 + 1 after it.
func.func @twice(%A: memref<4xi32>) -> i32 {
  %two = arith.constant 2 : i32
  %x = affine.load %A[0] : memref<4xi32>
  affine.store %two, %A[0] : memref<4xi32>
  %y = affine.load %A[0] : memref<4xi32>
  %r = arith.addi %x, %y : i32
  return %r : i32
}

// -----

func.func @twice(%A: memref<4xi32>) -> i32 {
  %two = arith.constant 2 : i32
  %x = affine.load %A[0] : memref<4xi32>
  affine.store %two, %A[0] : memref<4xi32>
  %r = arith.addi %x, %x : i32
  return %r : i32
}
