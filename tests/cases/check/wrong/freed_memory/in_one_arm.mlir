// The buffer is freed in one arm and behind both.
// input: c = true: the second `dealloc` is undefined.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>, %c: i1) {
  %m = memref.alloc() : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  scf.if %c {
    memref.copy %m, %B : memref<4xi32> to memref<4xi32>
  }
  memref.dealloc %m : memref<4xi32>
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>, %c: i1) {
  %m = memref.alloc() : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  scf.if %c {
    memref.copy %m, %B : memref<4xi32> to memref<4xi32>
    memref.dealloc %m : memref<4xi32>
  }
  memref.dealloc %m : memref<4xi32>
  return
}
