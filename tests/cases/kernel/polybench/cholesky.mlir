// decomposition of a positive definite matrix
// small: N=23
// large: N=2000
func.func @cholesky(%A: memref<{N}x{N}xf64>) {
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %n1 = affine.load %A[%i, %j] : memref<{N}x{N}xf64>
        %n2 = affine.load %A[%i, %k] : memref<{N}x{N}xf64>
        %n3 = affine.load %A[%j, %k] : memref<{N}x{N}xf64>
        %n4 = arith.mulf %n2, %n3 : f64
        %n5 = arith.subf %n1, %n4 : f64
        affine.store %n5, %A[%i, %j] : memref<{N}x{N}xf64>
      }
      %n6 = affine.load %A[%i, %j] : memref<{N}x{N}xf64>
      %n7 = affine.load %A[%j, %j] : memref<{N}x{N}xf64>
      %n8 = arith.divf %n6, %n7 : f64
      affine.store %n8, %A[%i, %j] : memref<{N}x{N}xf64>
    }
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %n9 = affine.load %A[%i, %i] : memref<{N}x{N}xf64>
      %n10 = affine.load %A[%i, %k] : memref<{N}x{N}xf64>
      %n11 = affine.load %A[%i, %k] : memref<{N}x{N}xf64>
      %n12 = arith.mulf %n10, %n11 : f64
      %n13 = arith.subf %n9, %n12 : f64
      affine.store %n13, %A[%i, %i] : memref<{N}x{N}xf64>
    }
    %n14 = affine.load %A[%i, %i] : memref<{N}x{N}xf64>
    %n15 = math.sqrt %n14 : f64
    affine.store %n15, %A[%i, %i] : memref<{N}x{N}xf64>
  }
  return
}
