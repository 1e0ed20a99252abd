// The result is a cast of a copy instead of a cast of the argument.
// input: the caller stores to the result and reads A.
func.func @f(%A: memref<4xi32>) -> memref<?xi32> {
  %D = memref.cast %A : memref<4xi32> to memref<?xi32>
  return %D : memref<?xi32>
}

// -----

func.func @f(%A: memref<4xi32>) -> memref<?xi32> {
  %m = memref.alloc() : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  %D = memref.cast %m : memref<4xi32> to memref<?xi32>
  return %D : memref<?xi32>
}
