// The store between goes through a view of the same memory.
// input: a = 1, b = 2: 2, and 1 after it.
func.func @alias(%A: memref<4x4xi32>, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %f = memref.reinterpret_cast %A to offset: [0], sizes: [16], strides: [1] : memref<4x4xi32> to memref<16xi32, strided<[1]>>
  %c1 = arith.constant 1 : index
  memref.store %a, %A[%c1, %c2] : memref<4x4xi32>
  memref.store %b, %f[%c6] : memref<16xi32, strided<[1]>>
  %x = memref.load %A[%c1, %c2] : memref<4x4xi32>
  return %x : i32
}

// -----

func.func @alias(%A: memref<4x4xi32>, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %f = memref.reinterpret_cast %A to offset: [0], sizes: [16], strides: [1] : memref<4x4xi32> to memref<16xi32, strided<[1]>>
  %c1 = arith.constant 1 : index
  memref.store %a, %A[%c1, %c2] : memref<4x4xi32>
  memref.store %b, %f[%c6] : memref<16xi32, strided<[1]>>
  return %a : i32
}
