// The buffer is freed before it is copied.
// input: any: the copy reads memory that is gone.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %m = memref.alloc() : memref<8xi32>
  memref.copy %A, %m : memref<8xi32> to memref<8xi32>
  memref.copy %m, %B : memref<8xi32> to memref<8xi32>
  memref.dealloc %m : memref<8xi32>
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %m = memref.alloc() : memref<8xi32>
  memref.copy %A, %m : memref<8xi32> to memref<8xi32>
  memref.dealloc %m : memref<8xi32>
  memref.copy %m, %B : memref<8xi32> to memref<8xi32>
  return
}
