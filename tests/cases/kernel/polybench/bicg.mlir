// s = A^T r, q = A p
// small: M=35 N=37
// large: M=1900 N=2100
func.func @bicg(%A: memref<{N}x{M}xf64>, %s: memref<{M}xf64>, %q: memref<{N}xf64>, %p: memref<{M}xf64>, %r: memref<{N}xf64>) {
  affine.for %i = 0 to {M} {
    %n1 = arith.constant 0.0 : f64
    affine.store %n1, %s[%i] : memref<{M}xf64>
  }
  affine.for %i = 0 to {N} {
    %n2 = arith.constant 0.0 : f64
    affine.store %n2, %q[%i] : memref<{N}xf64>
    affine.for %j = 0 to {M} {
      %n3 = affine.load %s[%j] : memref<{M}xf64>
      %n4 = affine.load %r[%i] : memref<{N}xf64>
      %n5 = affine.load %A[%i, %j] : memref<{N}x{M}xf64>
      %n6 = arith.mulf %n4, %n5 : f64
      %n7 = arith.addf %n3, %n6 : f64
      affine.store %n7, %s[%j] : memref<{M}xf64>
      %n8 = affine.load %q[%i] : memref<{N}xf64>
      %n9 = affine.load %A[%i, %j] : memref<{N}x{M}xf64>
      %n10 = affine.load %p[%j] : memref<{M}xf64>
      %n11 = arith.mulf %n9, %n10 : f64
      %n12 = arith.addf %n8, %n11 : f64
      affine.store %n12, %q[%i] : memref<{N}xf64>
    }
  }
  return
}
