// C = alpha (A B^T + B A^T) + beta C, the lower triangle
// small: M=19 N=23
// large: M=1000 N=1200
func.func @syr2k(%alpha: f64, %beta: f64, %C: memref<{N}x{N}xf64>, %A: memref<{N}x{M}xf64>, %B: memref<{N}x{M}xf64>) {
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %n1 = affine.load %C[%i, %j] : memref<{N}x{N}xf64>
      %n2 = arith.mulf %n1, %beta : f64
      affine.store %n2, %C[%i, %j] : memref<{N}x{N}xf64>
    }
    affine.for %k = 0 to {M} {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %n3 = affine.load %C[%i, %j] : memref<{N}x{N}xf64>
        %n4 = affine.load %A[%j, %k] : memref<{N}x{M}xf64>
        %n5 = arith.mulf %n4, %alpha : f64
        %n6 = affine.load %B[%i, %k] : memref<{N}x{M}xf64>
        %n7 = arith.mulf %n5, %n6 : f64
        %n8 = affine.load %B[%j, %k] : memref<{N}x{M}xf64>
        %n9 = arith.mulf %n8, %alpha : f64
        %n10 = affine.load %A[%i, %k] : memref<{N}x{M}xf64>
        %n11 = arith.mulf %n9, %n10 : f64
        %n12 = arith.addf %n7, %n11 : f64
        %n13 = arith.addf %n3, %n12 : f64
        affine.store %n13, %C[%i, %j] : memref<{N}x{N}xf64>
      }
    }
  }
  return
}
