// The memory was never given away, and is freed before the call instead of after it.
func.func private @g()

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  memref.copy %m, %B : memref<4xi32> to memref<4xi32>
  func.call @g() : () -> ()
  memref.dealloc %m : memref<4xi32>
  return
}

// -----

func.func private @g()

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  memref.copy %m, %B : memref<4xi32> to memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  func.call @g() : () -> ()
  return
}
