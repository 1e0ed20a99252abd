// A vector is replaced by copies of its first lane.
// input: v = 0, 1, 2, 3: 0, 1, 2, 3, and 0, 0, 0, 0 after it.
func.func @f(%A: memref<4xf32>, %s: f32, %B: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] : memref<4xf32>, vector<4xf32>
  %t = vector.splat %s : vector<4xf32>
  %r = arith.mulf %v, %t : vector<4xf32>
  vector.store %r, %B[%c0] : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%A: memref<4xf32>, %s: f32, %B: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] : memref<4xf32>, vector<4xf32>
  %t = vector.splat %s : vector<4xf32>
  %l = vector.extract %v[0] : f32 from vector<4xf32>
  %w = vector.splat %l : vector<4xf32>
  %r = arith.mulf %w, %t : vector<4xf32>
  vector.store %r, %B[%c0] : memref<4xf32>, vector<4xf32>
  return
}
