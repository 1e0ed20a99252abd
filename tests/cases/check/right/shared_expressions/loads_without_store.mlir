// Nothing is written between the two loads.
func.func @f(%A: memref<8xi32>) -> i32 {
  %x = affine.load %A[3] : memref<8xi32>
  %y = affine.load %A[4] : memref<8xi32>
  %z = affine.load %A[3] : memref<8xi32>
  %s = arith.addi %x, %y : i32
  %r = arith.addi %s, %z : i32
  return %r : i32
}

// -----

func.func @f(%A: memref<8xi32>) -> i32 {
  %x = affine.load %A[3] : memref<8xi32>
  %y = affine.load %A[4] : memref<8xi32>
  %s = arith.addi %x, %y : i32
  %r = arith.addi %s, %x : i32
  return %r : i32
}
