// averages of five neighbours
// small: N=21 TSTEPS=4
// large: N=1300 TSTEPS=500
func.func @jacobi_2d(%A: memref<{N}x{N}xf64>, %B: memref<{N}x{N}xf64>) {
  affine.for %t = 0 to {TSTEPS} {
    affine.for %i = 1 to {N-1} {
      affine.for %j = 1 to {N-1} {
        %n1 = arith.constant 0.2 : f64
        %n2 = affine.load %A[%i, %j] : memref<{N}x{N}xf64>
        %n3 = affine.load %A[%i, %j - 1] : memref<{N}x{N}xf64>
        %n4 = arith.addf %n2, %n3 : f64
        %n5 = affine.load %A[%i, %j + 1] : memref<{N}x{N}xf64>
        %n6 = arith.addf %n4, %n5 : f64
        %n7 = affine.load %A[%i + 1, %j] : memref<{N}x{N}xf64>
        %n8 = arith.addf %n6, %n7 : f64
        %n9 = affine.load %A[%i - 1, %j] : memref<{N}x{N}xf64>
        %n10 = arith.addf %n8, %n9 : f64
        %n11 = arith.mulf %n1, %n10 : f64
        affine.store %n11, %B[%i, %j] : memref<{N}x{N}xf64>
      }
    }
    affine.for %i = 1 to {N-1} {
      affine.for %j = 1 to {N-1} {
        %n12 = arith.constant 0.2 : f64
        %n13 = affine.load %B[%i, %j] : memref<{N}x{N}xf64>
        %n14 = affine.load %B[%i, %j - 1] : memref<{N}x{N}xf64>
        %n15 = arith.addf %n13, %n14 : f64
        %n16 = affine.load %B[%i, %j + 1] : memref<{N}x{N}xf64>
        %n17 = arith.addf %n15, %n16 : f64
        %n18 = affine.load %B[%i + 1, %j] : memref<{N}x{N}xf64>
        %n19 = arith.addf %n17, %n18 : f64
        %n20 = affine.load %B[%i - 1, %j] : memref<{N}x{N}xf64>
        %n21 = arith.addf %n19, %n20 : f64
        %n22 = arith.mulf %n12, %n21 : f64
        affine.store %n22, %A[%i, %j] : memref<{N}x{N}xf64>
      }
    }
  }
  return
}
