// D = alpha A B C + beta D
// small: NI=17 NJ=19 NK=21 NL=23
// large: NI=800 NJ=900 NK=1100 NL=1200
func.func @k2mm(
    %alpha: f64,
    %beta: f64,
    %tmp: memref<{NI}x{NJ}xf64>,
    %A: memref<{NI}x{NK}xf64>,
    %B: memref<{NK}x{NJ}xf64>,
    %C: memref<{NJ}x{NL}xf64>,
    %D: memref<{NI}x{NL}xf64>) {
  affine.for %i = 0 to {NI} {
    affine.for %j = 0 to {NJ} {
      %n1 = arith.constant 0.0 : f64
      affine.store %n1, %tmp[%i, %j] : memref<{NI}x{NJ}xf64>
      affine.for %k = 0 to {NK} {
        %n2 = affine.load %tmp[%i, %j] : memref<{NI}x{NJ}xf64>
        %n3 = affine.load %A[%i, %k] : memref<{NI}x{NK}xf64>
        %n4 = arith.mulf %alpha, %n3 : f64
        %n5 = affine.load %B[%k, %j] : memref<{NK}x{NJ}xf64>
        %n6 = arith.mulf %n4, %n5 : f64
        %n7 = arith.addf %n2, %n6 : f64
        affine.store %n7, %tmp[%i, %j] : memref<{NI}x{NJ}xf64>
      }
    }
  }
  affine.for %i = 0 to {NI} {
    affine.for %j = 0 to {NL} {
      %n8 = affine.load %D[%i, %j] : memref<{NI}x{NL}xf64>
      %n9 = arith.mulf %n8, %beta : f64
      affine.store %n9, %D[%i, %j] : memref<{NI}x{NL}xf64>
      affine.for %k = 0 to {NJ} {
        %n10 = affine.load %D[%i, %j] : memref<{NI}x{NL}xf64>
        %n11 = affine.load %tmp[%i, %k] : memref<{NI}x{NJ}xf64>
        %n12 = affine.load %C[%k, %j] : memref<{NJ}x{NL}xf64>
        %n13 = arith.mulf %n11, %n12 : f64
        %n14 = arith.addf %n10, %n13 : f64
        affine.store %n14, %D[%i, %j] : memref<{NI}x{NL}xf64>
      }
    }
  }
  return
}
