// Two products become one of vectors with the flag of the first.
// input: A[1] = inf, B[1] = 1: lane 1 is inf, and poison after it.
func.func @f(%A: memref<2xf32>, %B: memref<2xf32>, %C: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = memref.load %A[%c0] : memref<2xf32>
  %b0 = memref.load %B[%c0] : memref<2xf32>
  %s0 = arith.mulf %a0, %b0 fastmath<ninf> : f32
  memref.store %s0, %C[%c0] : memref<2xf32>
  %a1 = memref.load %A[%c1] : memref<2xf32>
  %b1 = memref.load %B[%c1] : memref<2xf32>
  %s1 = arith.mulf %a1, %b1 : f32
  memref.store %s1, %C[%c1] : memref<2xf32>
  return
}

// -----

func.func @f(%A: memref<2xf32>, %B: memref<2xf32>, %C: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = vector.load %A[%c0] : memref<2xf32>, vector<2xf32>
  %b = vector.load %B[%c0] : memref<2xf32>, vector<2xf32>
  %s = arith.mulf %a, %b fastmath<ninf> : vector<2xf32>
  vector.store %s, %C[%c0] : memref<2xf32>, vector<2xf32>
  return
}
