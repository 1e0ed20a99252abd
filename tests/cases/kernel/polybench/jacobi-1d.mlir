// averages of three neighbours
// small: N=37 TSTEPS=5
// large: N=2000 TSTEPS=500
func.func @jacobi_1d(%A: memref<{N}xf64>, %B: memref<{N}xf64>) {
  affine.for %t = 0 to {TSTEPS} {
    affine.for %i = 1 to {N-1} {
      %n1 = arith.constant 0.33333 : f64
      %n2 = affine.load %A[%i - 1] : memref<{N}xf64>
      %n3 = affine.load %A[%i] : memref<{N}xf64>
      %n4 = arith.addf %n2, %n3 : f64
      %n5 = affine.load %A[%i + 1] : memref<{N}xf64>
      %n6 = arith.addf %n4, %n5 : f64
      %n7 = arith.mulf %n1, %n6 : f64
      affine.store %n7, %B[%i] : memref<{N}xf64>
    }
    affine.for %i = 1 to {N-1} {
      %n8 = arith.constant 0.33333 : f64
      %n9 = affine.load %B[%i - 1] : memref<{N}xf64>
      %n10 = affine.load %B[%i] : memref<{N}xf64>
      %n11 = arith.addf %n9, %n10 : f64
      %n12 = affine.load %B[%i + 1] : memref<{N}xf64>
      %n13 = arith.addf %n11, %n12 : f64
      %n14 = arith.mulf %n8, %n13 : f64
      affine.store %n14, %A[%i] : memref<{N}xf64>
    }
  }
  return
}
