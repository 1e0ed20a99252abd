// C = alpha A B + beta C
// small: NI=19 NJ=23 NK=21
// large: NI=1000 NJ=1100 NK=1200
func.func @gemm(%alpha: f64, %beta: f64, %C: memref<{NI}x{NJ}xf64>, %A: memref<{NI}x{NK}xf64>, %B: memref<{NK}x{NJ}xf64>) {
  affine.for %i = 0 to {NI} {
    affine.for %j = 0 to {NJ} {
      %n1 = affine.load %C[%i, %j] : memref<{NI}x{NJ}xf64>
      %n2 = arith.mulf %n1, %beta : f64
      affine.store %n2, %C[%i, %j] : memref<{NI}x{NJ}xf64>
    }
    affine.for %k = 0 to {NK} {
      affine.for %j = 0 to {NJ} {
        %n3 = affine.load %C[%i, %j] : memref<{NI}x{NJ}xf64>
        %n4 = affine.load %A[%i, %k] : memref<{NI}x{NK}xf64>
        %n5 = arith.mulf %alpha, %n4 : f64
        %n6 = affine.load %B[%k, %j] : memref<{NK}x{NJ}xf64>
        %n7 = arith.mulf %n5, %n6 : f64
        %n8 = arith.addf %n3, %n7 : f64
        affine.store %n8, %C[%i, %j] : memref<{NI}x{NJ}xf64>
      }
    }
  }
  return
}
