// The argument itself is returned, through one cast or two.
func.func @f(%A: memref<4xi32>) -> memref<?xi32> {
  %D = memref.cast %A : memref<4xi32> to memref<?xi32>
  %E = memref.cast %D : memref<?xi32> to memref<4xi32>
  %r = memref.cast %E : memref<4xi32> to memref<?xi32>
  return %r : memref<?xi32>
}

// -----

func.func @f(%A: memref<4xi32>) -> memref<?xi32> {
  %r = memref.cast %A : memref<4xi32> to memref<?xi32>
  return %r : memref<?xi32>
}
