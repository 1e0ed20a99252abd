// Memory is cast to a type that has fewer elements.
// input: m has 8 elements: a cast to memref<4xf32> has no defined behaviour.
// sizes: 8
func.func @f(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  memref.store %x, %m[%c0] : memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c = memref.cast %m : memref<?xf32> to memref<4xf32>
  memref.store %x, %c[%c0] : memref<4xf32>
  return
}
