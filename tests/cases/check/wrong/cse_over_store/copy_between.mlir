// A copy writes the memref between the two loads.
// input: A = 1, B = 2: 2, and 1 after it.
func.func @copy(%A: memref<8xf64>, %B: memref<8xf64>) -> f64 {
  %x = affine.load %A[3] : memref<8xf64>
  memref.copy %B, %A : memref<8xf64> to memref<8xf64>
  %y = affine.load %A[3] : memref<8xf64>
  return %y : f64
}

// -----

func.func @copy(%A: memref<8xf64>, %B: memref<8xf64>) -> f64 {
  %x = affine.load %A[3] : memref<8xf64>
  memref.copy %B, %A : memref<8xf64> to memref<8xf64>
  return %x : f64
}
