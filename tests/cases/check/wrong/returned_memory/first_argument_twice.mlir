// Both results are the first argument, which holds the same numbers as the second.
// input: the caller stores to the second result and reads B.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) -> (memref<4xi32>, memref<4xi32>) {
  memref.copy %A, %B : memref<4xi32> to memref<4xi32>
  return %A, %B : memref<4xi32>, memref<4xi32>
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) -> (memref<4xi32>, memref<4xi32>) {
  memref.copy %A, %B : memref<4xi32> to memref<4xi32>
  return %A, %A : memref<4xi32>, memref<4xi32>
}
