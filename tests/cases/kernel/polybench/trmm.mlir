// B = alpha A^T B, A a unit lower triangle, in place
// small: M=19 N=23
// large: M=1000 N=1200
func.func @trmm(%alpha: f64, %A: memref<{M}x{M}xf64>, %B: memref<{M}x{N}xf64>) {
  affine.for %i = 0 to {M} {
    affine.for %j = 0 to {N} {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to {M} {
        %n1 = affine.load %B[%i, %j] : memref<{M}x{N}xf64>
        %n2 = affine.load %A[%k, %i] : memref<{M}x{M}xf64>
        %n3 = affine.load %B[%k, %j] : memref<{M}x{N}xf64>
        %n4 = arith.mulf %n2, %n3 : f64
        %n5 = arith.addf %n1, %n4 : f64
        affine.store %n5, %B[%i, %j] : memref<{M}x{N}xf64>
      }
      %n6 = affine.load %B[%i, %j] : memref<{M}x{N}xf64>
      %n7 = arith.mulf %alpha, %n6 : f64
      affine.store %n7, %B[%i, %j] : memref<{M}x{N}xf64>
    }
  }
  return
}
