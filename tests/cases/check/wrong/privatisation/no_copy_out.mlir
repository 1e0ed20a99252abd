// The private copy of the memref is never copied back.
// input: A = 1: A[0] is 2, and 1 after it.
func.func @fast(%A: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @fast(%A: memref<8xf32>) {
  %m = memref.alloca() : memref<8xf32>
  memref.copy %A, %m : memref<8xf32> to memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %m[%i] : memref<8xf32>
  }
  return
}
