// Two views are one with the sum of the offsets.
func.func @f(%A: memref<16xi32>, %a: i32) {
  %c0 = arith.constant 0 : index
  %v = memref.subview %A[4] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 4>>
  %w = memref.subview %v[2] [4] [1] : memref<8xi32, strided<[1], offset: 4>> to memref<4xi32, strided<[1], offset: 6>>
  memref.store %a, %w[%c0] : memref<4xi32, strided<[1], offset: 6>>
  return
}

// -----

func.func @f(%A: memref<16xi32>, %a: i32) {
  %c0 = arith.constant 0 : index
  %w = memref.subview %A[6] [4] [1] : memref<16xi32> to memref<4xi32, strided<[1], offset: 6>>
  memref.store %a, %w[%c0] : memref<4xi32, strided<[1], offset: 6>>
  return
}
