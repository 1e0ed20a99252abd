// New memory whose alignment nobody asked for is said to be aligned to 4096 bytes.
// input: the allocator returns an address that is divisible by 16 only.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %m = memref.alloc() : memref<8xf32>
  memref.copy %A, %m : memref<8xf32> to memref<8xf32>
  memref.copy %m, %B : memref<8xf32> to memref<8xf32>
  memref.dealloc %m : memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %m = memref.alloc() : memref<8xf32>
  memref.assume_alignment %m, 4096 : memref<8xf32>
  memref.copy %A, %m : memref<8xf32> to memref<8xf32>
  memref.copy %m, %B : memref<8xf32> to memref<8xf32>
  memref.dealloc %m : memref<8xf32>
  return
}
