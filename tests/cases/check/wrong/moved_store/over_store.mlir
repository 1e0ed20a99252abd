// Two stores to what may be one cell are exchanged.
// input: n = 3: A[3] is 2, and 1 after it.
// sizes: 3
func.func @order(%A: memref<8xi32>, %n: index) {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  memref.store %one, %A[%c3] : memref<8xi32>
  memref.store %two, %A[%n] : memref<8xi32>
  return
}

// -----

func.func @order(%A: memref<8xi32>, %n: index) {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  memref.store %two, %A[%n] : memref<8xi32>
  memref.store %one, %A[%c3] : memref<8xi32>
  return
}
