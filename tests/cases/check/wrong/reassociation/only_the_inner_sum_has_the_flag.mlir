// Only one of the two sums has the flag that allows another grouping.
// input: a = 1e30, b = -1e30, c = 1: 1, and 0 after it.
func.func @sum(%a: f32, %b: f32, %c: f32, %B: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.addf %a, %b : f32
  %t = arith.addf %s, %c : f32
  %u = arith.addf %a, %c fastmath<reassoc> : f32
  memref.store %t, %B[%c0] : memref<2xf32>
  memref.store %u, %B[%c1] : memref<2xf32>
  return
}

// -----

func.func @sum(%a: f32, %b: f32, %c: f32, %B: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.addf %b, %c : f32
  %t = arith.addf %a, %s : f32
  %u = arith.addf %a, %c fastmath<reassoc> : f32
  memref.store %t, %B[%c0] : memref<2xf32>
  memref.store %u, %B[%c1] : memref<2xf32>
  return
}
