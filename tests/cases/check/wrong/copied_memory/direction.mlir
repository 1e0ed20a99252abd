// The copy runs from the target to the source.
// input: A = 1, B = 2: B becomes 1; after it A becomes 2.
func.func @copy(%A: memref<8xf32>, %B: memref<8xf32>) {
  memref.copy %A, %B : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @copy(%A: memref<8xf32>, %B: memref<8xf32>) {
  memref.copy %B, %A : memref<8xf32> to memref<8xf32>
  return
}
