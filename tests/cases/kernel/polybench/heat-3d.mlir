// heat in a cube
// small: N=11 TSTEPS=3
// large: N=120 TSTEPS=500
func.func @heat_3d(%A: memref<{N}x{N}x{N}xf64>, %B: memref<{N}x{N}x{N}xf64>) {
  affine.for %t = 1 to {TSTEPS+1} {
    affine.for %i = 1 to {N-1} {
      affine.for %j = 1 to {N-1} {
        affine.for %k = 1 to {N-1} {
          %n1 = arith.constant 0.125 : f64
          %n2 = affine.load %A[%i + 1, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n3 = arith.constant 2.0 : f64
          %n4 = affine.load %A[%i, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n5 = arith.mulf %n3, %n4 : f64
          %n6 = arith.subf %n2, %n5 : f64
          %n7 = affine.load %A[%i - 1, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n8 = arith.addf %n6, %n7 : f64
          %n9 = arith.mulf %n1, %n8 : f64
          %n10 = arith.constant 0.125 : f64
          %n11 = affine.load %A[%i, %j + 1, %k] : memref<{N}x{N}x{N}xf64>
          %n12 = arith.constant 2.0 : f64
          %n13 = affine.load %A[%i, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n14 = arith.mulf %n12, %n13 : f64
          %n15 = arith.subf %n11, %n14 : f64
          %n16 = affine.load %A[%i, %j - 1, %k] : memref<{N}x{N}x{N}xf64>
          %n17 = arith.addf %n15, %n16 : f64
          %n18 = arith.mulf %n10, %n17 : f64
          %n19 = arith.addf %n9, %n18 : f64
          %n20 = arith.constant 0.125 : f64
          %n21 = affine.load %A[%i, %j, %k + 1] : memref<{N}x{N}x{N}xf64>
          %n22 = arith.constant 2.0 : f64
          %n23 = affine.load %A[%i, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n24 = arith.mulf %n22, %n23 : f64
          %n25 = arith.subf %n21, %n24 : f64
          %n26 = affine.load %A[%i, %j, %k - 1] : memref<{N}x{N}x{N}xf64>
          %n27 = arith.addf %n25, %n26 : f64
          %n28 = arith.mulf %n20, %n27 : f64
          %n29 = arith.addf %n19, %n28 : f64
          %n30 = affine.load %A[%i, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n31 = arith.addf %n29, %n30 : f64
          affine.store %n31, %B[%i, %j, %k] : memref<{N}x{N}x{N}xf64>
        }
      }
    }
    affine.for %i = 1 to {N-1} {
      affine.for %j = 1 to {N-1} {
        affine.for %k = 1 to {N-1} {
          %n32 = arith.constant 0.125 : f64
          %n33 = affine.load %B[%i + 1, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n34 = arith.constant 2.0 : f64
          %n35 = affine.load %B[%i, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n36 = arith.mulf %n34, %n35 : f64
          %n37 = arith.subf %n33, %n36 : f64
          %n38 = affine.load %B[%i - 1, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n39 = arith.addf %n37, %n38 : f64
          %n40 = arith.mulf %n32, %n39 : f64
          %n41 = arith.constant 0.125 : f64
          %n42 = affine.load %B[%i, %j + 1, %k] : memref<{N}x{N}x{N}xf64>
          %n43 = arith.constant 2.0 : f64
          %n44 = affine.load %B[%i, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n45 = arith.mulf %n43, %n44 : f64
          %n46 = arith.subf %n42, %n45 : f64
          %n47 = affine.load %B[%i, %j - 1, %k] : memref<{N}x{N}x{N}xf64>
          %n48 = arith.addf %n46, %n47 : f64
          %n49 = arith.mulf %n41, %n48 : f64
          %n50 = arith.addf %n40, %n49 : f64
          %n51 = arith.constant 0.125 : f64
          %n52 = affine.load %B[%i, %j, %k + 1] : memref<{N}x{N}x{N}xf64>
          %n53 = arith.constant 2.0 : f64
          %n54 = affine.load %B[%i, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n55 = arith.mulf %n53, %n54 : f64
          %n56 = arith.subf %n52, %n55 : f64
          %n57 = affine.load %B[%i, %j, %k - 1] : memref<{N}x{N}x{N}xf64>
          %n58 = arith.addf %n56, %n57 : f64
          %n59 = arith.mulf %n51, %n58 : f64
          %n60 = arith.addf %n50, %n59 : f64
          %n61 = affine.load %B[%i, %j, %k] : memref<{N}x{N}x{N}xf64>
          %n62 = arith.addf %n60, %n61 : f64
          affine.store %n62, %A[%i, %j, %k] : memref<{N}x{N}x{N}xf64>
        }
      }
    }
  }
  return
}
