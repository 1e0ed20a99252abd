// C = alpha A B + beta C, A symmetric
// small: M=19 N=23
// large: M=1000 N=1200
func.func @symm(%alpha: f64, %beta: f64, %C: memref<{M}x{N}xf64>, %A: memref<{M}x{M}xf64>, %B: memref<{M}x{N}xf64>) {
  %temp2 = memref.alloc() : memref<f64>
  affine.for %i = 0 to {M} {
    affine.for %j = 0 to {N} {
      %n1 = arith.constant 0.0 : f64
      affine.store %n1, %temp2[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %n2 = affine.load %C[%k, %j] : memref<{M}x{N}xf64>
        %n3 = affine.load %B[%i, %j] : memref<{M}x{N}xf64>
        %n4 = arith.mulf %alpha, %n3 : f64
        %n5 = affine.load %A[%i, %k] : memref<{M}x{M}xf64>
        %n6 = arith.mulf %n4, %n5 : f64
        %n7 = arith.addf %n2, %n6 : f64
        affine.store %n7, %C[%k, %j] : memref<{M}x{N}xf64>
        %n8 = affine.load %temp2[] : memref<f64>
        %n9 = affine.load %B[%k, %j] : memref<{M}x{N}xf64>
        %n10 = affine.load %A[%i, %k] : memref<{M}x{M}xf64>
        %n11 = arith.mulf %n9, %n10 : f64
        %n12 = arith.addf %n8, %n11 : f64
        affine.store %n12, %temp2[] : memref<f64>
      }
      %n13 = affine.load %C[%i, %j] : memref<{M}x{N}xf64>
      %n14 = arith.mulf %beta, %n13 : f64
      %n15 = affine.load %B[%i, %j] : memref<{M}x{N}xf64>
      %n16 = arith.mulf %alpha, %n15 : f64
      %n17 = affine.load %A[%i, %i] : memref<{M}x{M}xf64>
      %n18 = arith.mulf %n16, %n17 : f64
      %n19 = arith.addf %n14, %n18 : f64
      %n20 = affine.load %temp2[] : memref<f64>
      %n21 = arith.mulf %alpha, %n20 : f64
      %n22 = arith.addf %n19, %n21 : f64
      affine.store %n22, %C[%i, %j] : memref<{M}x{N}xf64>
    }
  }
  memref.dealloc %temp2 : memref<f64>
  return
}
