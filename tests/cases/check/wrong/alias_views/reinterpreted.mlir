// A load through another shape of the same memory moves before the store.
// input: a = 7: 7, and the old number after it.
func.func @f(%A: memref<2x4xi32>, %a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %f = memref.reinterpret_cast %A to offset: [0], sizes: [8], strides: [1] : memref<2x4xi32> to memref<8xi32, strided<[1]>>
  memref.store %a, %A[%c1, %c2] : memref<2x4xi32>
  %x = memref.load %f[%c6] : memref<8xi32, strided<[1]>>
  return %x : i32
}

// -----

func.func @f(%A: memref<2x4xi32>, %a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %f = memref.reinterpret_cast %A to offset: [0], sizes: [8], strides: [1] : memref<2x4xi32> to memref<8xi32, strided<[1]>>
  %x = memref.load %f[%c6] : memref<8xi32, strided<[1]>>
  memref.store %a, %A[%c1, %c2] : memref<2x4xi32>
  return %x : i32
}
