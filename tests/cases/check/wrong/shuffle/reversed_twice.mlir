// Two reversals become one.
// input: a = 0, 1, 2, 3: 0, 1, 2, 3, and 3, 2, 1, 0 after it.
func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %a = vector.load %A[%c0] : memref<4xf32>, vector<4xf32>
  %r = vector.shuffle %a, %a [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
  %s = vector.shuffle %r, %r [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
  vector.store %s, %B[%c0] : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %a = vector.load %A[%c0] : memref<4xf32>, vector<4xf32>
  %r = vector.shuffle %a, %a [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
  vector.store %r, %B[%c0] : memref<4xf32>, vector<4xf32>
  return
}
