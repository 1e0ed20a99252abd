// The loop adds to one cell that it reads nowhere else, so that the cell may be kept in a register.
func.func @f(%A: memref<8xf32>, %s: memref<1xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %o = affine.load %s[0] : memref<1xf32>
    %n = arith.addf %o, %x : f32
    affine.store %n, %s[0] : memref<1xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %s: memref<1xf32>) {
  %o = affine.load %s[0] : memref<1xf32>
  %n = affine.for %i = 0 to 8 iter_args(%t = %o) -> (f32) {
    %x = affine.load %A[%i] : memref<8xf32>
    %m = arith.addf %t, %x : f32
    affine.yield %m : f32
  }
  affine.store %n, %s[0] : memref<1xf32>
  return
}
