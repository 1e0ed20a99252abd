// G = (A B) (C D)
// small: NI=17 NJ=19 NK=21 NL=23 NM=18
// large: NI=800 NJ=900 NK=1000 NL=1100 NM=1200
func.func @k3mm(
    %E: memref<{NI}x{NJ}xf64>,
    %A: memref<{NI}x{NK}xf64>,
    %B: memref<{NK}x{NJ}xf64>,
    %F: memref<{NJ}x{NL}xf64>,
    %C: memref<{NJ}x{NM}xf64>,
    %D: memref<{NM}x{NL}xf64>,
    %G: memref<{NI}x{NL}xf64>) {
  affine.for %i = 0 to {NI} {
    affine.for %j = 0 to {NJ} {
      %n1 = arith.constant 0.0 : f64
      affine.store %n1, %E[%i, %j] : memref<{NI}x{NJ}xf64>
      affine.for %k = 0 to {NK} {
        %n2 = affine.load %E[%i, %j] : memref<{NI}x{NJ}xf64>
        %n3 = affine.load %A[%i, %k] : memref<{NI}x{NK}xf64>
        %n4 = affine.load %B[%k, %j] : memref<{NK}x{NJ}xf64>
        %n5 = arith.mulf %n3, %n4 : f64
        %n6 = arith.addf %n2, %n5 : f64
        affine.store %n6, %E[%i, %j] : memref<{NI}x{NJ}xf64>
      }
    }
  }
  affine.for %i = 0 to {NJ} {
    affine.for %j = 0 to {NL} {
      %n7 = arith.constant 0.0 : f64
      affine.store %n7, %F[%i, %j] : memref<{NJ}x{NL}xf64>
      affine.for %k = 0 to {NM} {
        %n8 = affine.load %F[%i, %j] : memref<{NJ}x{NL}xf64>
        %n9 = affine.load %C[%i, %k] : memref<{NJ}x{NM}xf64>
        %n10 = affine.load %D[%k, %j] : memref<{NM}x{NL}xf64>
        %n11 = arith.mulf %n9, %n10 : f64
        %n12 = arith.addf %n8, %n11 : f64
        affine.store %n12, %F[%i, %j] : memref<{NJ}x{NL}xf64>
      }
    }
  }
  affine.for %i = 0 to {NI} {
    affine.for %j = 0 to {NL} {
      %n13 = arith.constant 0.0 : f64
      affine.store %n13, %G[%i, %j] : memref<{NI}x{NL}xf64>
      affine.for %k = 0 to {NJ} {
        %n14 = affine.load %G[%i, %j] : memref<{NI}x{NL}xf64>
        %n15 = affine.load %E[%i, %k] : memref<{NI}x{NJ}xf64>
        %n16 = affine.load %F[%k, %j] : memref<{NJ}x{NL}xf64>
        %n17 = arith.mulf %n15, %n16 : f64
        %n18 = arith.addf %n14, %n17 : f64
        affine.store %n18, %G[%i, %j] : memref<{NI}x{NL}xf64>
      }
    }
  }
  return
}
