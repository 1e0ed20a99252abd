// y = A^T (A x)
// small: M=35 N=37
// large: M=1900 N=2100
func.func @atax(%A: memref<{M}x{N}xf64>, %x: memref<{N}xf64>, %y: memref<{N}xf64>, %tmp: memref<{M}xf64>) {
  affine.for %i = 0 to {N} {
    %n1 = arith.constant 0.0 : f64
    affine.store %n1, %y[%i] : memref<{N}xf64>
  }
  affine.for %i = 0 to {M} {
    %n2 = arith.constant 0.0 : f64
    affine.store %n2, %tmp[%i] : memref<{M}xf64>
    affine.for %j = 0 to {N} {
      %n3 = affine.load %tmp[%i] : memref<{M}xf64>
      %n4 = affine.load %A[%i, %j] : memref<{M}x{N}xf64>
      %n5 = affine.load %x[%j] : memref<{N}xf64>
      %n6 = arith.mulf %n4, %n5 : f64
      %n7 = arith.addf %n3, %n6 : f64
      affine.store %n7, %tmp[%i] : memref<{M}xf64>
    }
    affine.for %j = 0 to {N} {
      %n8 = affine.load %y[%j] : memref<{N}xf64>
      %n9 = affine.load %A[%i, %j] : memref<{M}x{N}xf64>
      %n10 = affine.load %tmp[%i] : memref<{M}xf64>
      %n11 = arith.mulf %n9, %n10 : f64
      %n12 = arith.addf %n8, %n11 : f64
      affine.store %n12, %y[%j] : memref<{N}xf64>
    }
  }
  return
}
