// The `dealloc` moves into the loop that reads the buffer.
// input: any: the second iteration reads memory that is gone.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %m[%i] : memref<4xi32>
    affine.store %x, %B[%i] : memref<4xi32>
  }
  memref.dealloc %m : memref<4xi32>
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %m[%i] : memref<4xi32>
    affine.store %x, %B[%i] : memref<4xi32>
    memref.dealloc %m : memref<4xi32>
  }
  return
}
