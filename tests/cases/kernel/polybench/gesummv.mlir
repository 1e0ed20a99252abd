// y = alpha A x + beta B x
// small: N=37
// large: N=1300
func.func @gesummv(
    %alpha: f64,
    %beta: f64,
    %A: memref<{N}x{N}xf64>,
    %B: memref<{N}x{N}xf64>,
    %tmp: memref<{N}xf64>,
    %x: memref<{N}xf64>,
    %y: memref<{N}xf64>) {
  affine.for %i = 0 to {N} {
    %n1 = arith.constant 0.0 : f64
    affine.store %n1, %tmp[%i] : memref<{N}xf64>
    %n2 = arith.constant 0.0 : f64
    affine.store %n2, %y[%i] : memref<{N}xf64>
    affine.for %j = 0 to {N} {
      %n3 = affine.load %A[%i, %j] : memref<{N}x{N}xf64>
      %n4 = affine.load %x[%j] : memref<{N}xf64>
      %n5 = arith.mulf %n3, %n4 : f64
      %n6 = affine.load %tmp[%i] : memref<{N}xf64>
      %n7 = arith.addf %n5, %n6 : f64
      affine.store %n7, %tmp[%i] : memref<{N}xf64>
      %n8 = affine.load %B[%i, %j] : memref<{N}x{N}xf64>
      %n9 = affine.load %x[%j] : memref<{N}xf64>
      %n10 = arith.mulf %n8, %n9 : f64
      %n11 = affine.load %y[%i] : memref<{N}xf64>
      %n12 = arith.addf %n10, %n11 : f64
      affine.store %n12, %y[%i] : memref<{N}xf64>
    }
    %n13 = affine.load %tmp[%i] : memref<{N}xf64>
    %n14 = arith.mulf %alpha, %n13 : f64
    %n15 = affine.load %y[%i] : memref<{N}xf64>
    %n16 = arith.mulf %beta, %n15 : f64
    %n17 = arith.addf %n14, %n16 : f64
    affine.store %n17, %y[%i] : memref<{N}xf64>
  }
  return
}
