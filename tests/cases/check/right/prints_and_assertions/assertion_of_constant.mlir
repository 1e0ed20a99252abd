// `true` always holds.
func.func @f(%A: memref<4xi32>) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %true = arith.constant true
  cf.assert %true, "never"
  memref.store %one, %A[%c1] : memref<4xi32>
  return
}

// -----

func.func @f(%A: memref<4xi32>) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  memref.store %one, %A[%c1] : memref<4xi32>
  return
}
