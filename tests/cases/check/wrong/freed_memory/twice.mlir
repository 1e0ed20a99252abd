// The buffer is freed twice.
// input: any: the second `dealloc` is undefined.
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
  memref.copy %m, %B : memref<8xi32> to memref<8xi32>
  memref.dealloc %m : memref<8xi32>
  memref.dealloc %m : memref<8xi32>
  return
}
