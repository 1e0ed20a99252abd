// Two stores to one cell change their order: by its strides m[1, 0] is m[0, 1].
// input: x = 1, y = 2: the cell is 2, and 1 after it.
func.func @f(%m: memref<4x4xf32, strided<[1, 1], offset: ?>>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %x, %m[%c1, %c0] : memref<4x4xf32, strided<[1, 1], offset: ?>>
  memref.store %y, %m[%c0, %c1] : memref<4x4xf32, strided<[1, 1], offset: ?>>
  return
}

// -----

func.func @f(%m: memref<4x4xf32, strided<[1, 1], offset: ?>>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %y, %m[%c0, %c1] : memref<4x4xf32, strided<[1, 1], offset: ?>>
  memref.store %x, %m[%c1, %c0] : memref<4x4xf32, strided<[1, 1], offset: ?>>
  return
}
