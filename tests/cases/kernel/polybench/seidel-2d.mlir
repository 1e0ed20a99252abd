// averages of nine neighbours, in place
// small: N=21 TSTEPS=4
// large: N=2000 TSTEPS=500
func.func @seidel_2d(%A: memref<{N}x{N}xf64>) {
  affine.for %t = 0 to {TSTEPS} {
    affine.for %i = 1 to {N-1} {
      affine.for %j = 1 to {N-1} {
        %n1 = affine.load %A[%i - 1, %j - 1] : memref<{N}x{N}xf64>
        %n2 = affine.load %A[%i - 1, %j] : memref<{N}x{N}xf64>
        %n3 = arith.addf %n1, %n2 : f64
        %n4 = affine.load %A[%i - 1, %j + 1] : memref<{N}x{N}xf64>
        %n5 = arith.addf %n3, %n4 : f64
        %n6 = affine.load %A[%i, %j - 1] : memref<{N}x{N}xf64>
        %n7 = arith.addf %n5, %n6 : f64
        %n8 = affine.load %A[%i, %j] : memref<{N}x{N}xf64>
        %n9 = arith.addf %n7, %n8 : f64
        %n10 = affine.load %A[%i, %j + 1] : memref<{N}x{N}xf64>
        %n11 = arith.addf %n9, %n10 : f64
        %n12 = affine.load %A[%i + 1, %j - 1] : memref<{N}x{N}xf64>
        %n13 = arith.addf %n11, %n12 : f64
        %n14 = affine.load %A[%i + 1, %j] : memref<{N}x{N}xf64>
        %n15 = arith.addf %n13, %n14 : f64
        %n16 = affine.load %A[%i + 1, %j + 1] : memref<{N}x{N}xf64>
        %n17 = arith.addf %n15, %n16 : f64
        %n18 = arith.constant 9.0 : f64
        %n19 = arith.divf %n17, %n18 : f64
        affine.store %n19, %A[%i, %j] : memref<{N}x{N}xf64>
      }
    }
  }
  return
}
