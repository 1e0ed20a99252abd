// Integers may be added as a tree.
func.func @f(%A: memref<4xi32>) -> i32 {
  %a = affine.load %A[0] : memref<4xi32>
  %b = affine.load %A[1] : memref<4xi32>
  %c = affine.load %A[2] : memref<4xi32>
  %d = affine.load %A[3] : memref<4xi32>
  %s = arith.addi %a, %b : i32
  %t = arith.addi %s, %c : i32
  %r = arith.addi %t, %d : i32
  return %r : i32
}

// -----

func.func @f(%A: memref<4xi32>) -> i32 {
  %a = affine.load %A[0] : memref<4xi32>
  %b = affine.load %A[1] : memref<4xi32>
  %c = affine.load %A[2] : memref<4xi32>
  %d = affine.load %A[3] : memref<4xi32>
  %s = arith.addi %a, %b : i32
  %t = arith.addi %c, %d : i32
  %r = arith.addi %s, %t : i32
  return %r : i32
}
