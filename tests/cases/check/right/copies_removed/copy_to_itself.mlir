// A copy of a memref to itself changes nothing.
func.func @f(%A: memref<8xi32>) {
  memref.copy %A, %A : memref<8xi32> to memref<8xi32>
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  return
}
