// The flag of one difference appears on another one, which no longer has it fixed that 0 - 0 is 0.
// input: a = b = 0, c = 5: the difference a - b is 0, and 0 or -0 after it.
func.func @f(%a: f32, %b: f32, %c: f32, %B: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.subf %a, %b : f32
  %u = arith.subf %a, %c fastmath<nsz> : f32
  memref.store %t, %B[%c0] : memref<2xf32>
  memref.store %u, %B[%c1] : memref<2xf32>
  return
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32, %B: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.subf %a, %b fastmath<nsz> : f32
  %u = arith.subf %a, %c fastmath<nsz> : f32
  memref.store %t, %B[%c0] : memref<2xf32>
  memref.store %u, %B[%c1] : memref<2xf32>
  return
}
