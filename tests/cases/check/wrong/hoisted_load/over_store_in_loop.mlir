// The load of the sum moves out of the loop that changes it.
// input: A = 1, s = 0: 8, and 1 after it.
func.func @sum(%A: memref<8xf32>, %s: memref<1xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %o = affine.load %s[0] : memref<1xf32>
    %n = arith.addf %o, %x : f32
    affine.store %n, %s[0] : memref<1xf32>
  }
  return
}

// -----

func.func @sum(%A: memref<8xf32>, %s: memref<1xf32>) {
  %o = affine.load %s[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %n = arith.addf %o, %x : f32
    affine.store %n, %s[0] : memref<1xf32>
  }
  return
}
