// A copy of a copy is a copy of the first.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>, %C: memref<8xi32>) {
  memref.copy %A, %B : memref<8xi32> to memref<8xi32>
  memref.copy %B, %C : memref<8xi32> to memref<8xi32>
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>, %C: memref<8xi32>) {
  memref.copy %A, %B : memref<8xi32> to memref<8xi32>
  memref.copy %A, %C : memref<8xi32> to memref<8xi32>
  return
}
