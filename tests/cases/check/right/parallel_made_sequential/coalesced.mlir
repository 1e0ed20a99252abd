// Two parallel dimensions become one.
func.func @f(%A: memref<4x6xi32>) {
  %one = arith.constant 1 : i32
  affine.parallel (%i, %j) = (0, 0) to (4, 6) {
    %x = affine.load %A[%i, %j] : memref<4x6xi32>
    %y = arith.addi %x, %one : i32
    affine.store %y, %A[%i, %j] : memref<4x6xi32>
  }
  return
}

// -----

func.func @f(%A: memref<4x6xi32>) {
  %one = arith.constant 1 : i32
  affine.parallel (%k) = (0) to (24) {
    %x = affine.load %A[%k floordiv 6, %k mod 6] : memref<4x6xi32>
    %y = arith.addi %x, %one : i32
    affine.store %y, %A[%k floordiv 6, %k mod 6] : memref<4x6xi32>
  }
  return
}
