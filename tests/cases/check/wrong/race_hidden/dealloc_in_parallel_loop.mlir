// Each parallel iteration frees the one buffer that all of them read, in its last one only.
// input: iteration 3 frees m before iteration 0 reads it.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  affine.parallel (%i) = (0) to (4) {
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
  affine.parallel (%i) = (0) to (4) {
    %x = affine.load %m[%i] : memref<4xi32>
    affine.store %x, %B[%i] : memref<4xi32>
    affine.if affine_set<(d0) : (d0 - 3 == 0)>(%i) {
      memref.dealloc %m : memref<4xi32>
    }
  }
  return
}
