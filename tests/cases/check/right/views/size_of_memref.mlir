// The size is known.
func.func @f(%A: memref<8x4xf32>) -> index {
  %c1 = arith.constant 1 : index
  %d = memref.dim %A, %c1 : memref<8x4xf32>
  return %d : index
}

// -----

func.func @f(%A: memref<8x4xf32>) -> index {
  %d = arith.constant 4 : index
  return %d : index
}
