// Memory whose elements are two apart is cast to memory of neighbours.
// input: x = 1: m[1] is 1, and after it the element between m[0] and m[1] is.
func.func @f(%m: memref<4xf32, strided<[2]>>, %x: f32) {
  %c1 = arith.constant 1 : index
  memref.store %x, %m[%c1] : memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f(%m: memref<4xf32, strided<[2]>>, %x: f32) {
  %c1 = arith.constant 1 : index
  %d = memref.cast %m : memref<4xf32, strided<[2]>> to memref<?xf32, strided<[?], offset: ?>>
  %c = memref.cast %d : memref<?xf32, strided<[?], offset: ?>> to memref<4xf32>
  memref.store %x, %c[%c1] : memref<4xf32>
  return
}
