// waves in a plane
// small: NX=17 NY=19 TMAX=5
// large: NX=1000 NY=1200 TMAX=500
func.func @fdtd_2d(%ex: memref<{NX}x{NY}xf64>, %ey: memref<{NX}x{NY}xf64>, %hz: memref<{NX}x{NY}xf64>, %fict: memref<{TMAX}xf64>) {
  affine.for %t = 0 to {TMAX} {
    affine.for %j = 0 to {NY} {
      %n1 = affine.load %fict[%t] : memref<{TMAX}xf64>
      affine.store %n1, %ey[0, %j] : memref<{NX}x{NY}xf64>
    }
    affine.for %i = 1 to {NX} {
      affine.for %j = 0 to {NY} {
        %n2 = affine.load %ey[%i, %j] : memref<{NX}x{NY}xf64>
        %n3 = arith.constant 0.5 : f64
        %n4 = affine.load %hz[%i, %j] : memref<{NX}x{NY}xf64>
        %n5 = affine.load %hz[%i - 1, %j] : memref<{NX}x{NY}xf64>
        %n6 = arith.subf %n4, %n5 : f64
        %n7 = arith.mulf %n3, %n6 : f64
        %n8 = arith.subf %n2, %n7 : f64
        affine.store %n8, %ey[%i, %j] : memref<{NX}x{NY}xf64>
      }
    }
    affine.for %i = 0 to {NX} {
      affine.for %j = 1 to {NY} {
        %n9 = affine.load %ex[%i, %j] : memref<{NX}x{NY}xf64>
        %n10 = arith.constant 0.5 : f64
        %n11 = affine.load %hz[%i, %j] : memref<{NX}x{NY}xf64>
        %n12 = affine.load %hz[%i, %j - 1] : memref<{NX}x{NY}xf64>
        %n13 = arith.subf %n11, %n12 : f64
        %n14 = arith.mulf %n10, %n13 : f64
        %n15 = arith.subf %n9, %n14 : f64
        affine.store %n15, %ex[%i, %j] : memref<{NX}x{NY}xf64>
      }
    }
    affine.for %i = 0 to {NX-1} {
      affine.for %j = 0 to {NY-1} {
        %n16 = affine.load %hz[%i, %j] : memref<{NX}x{NY}xf64>
        %n17 = arith.constant 0.7 : f64
        %n18 = affine.load %ex[%i, %j + 1] : memref<{NX}x{NY}xf64>
        %n19 = affine.load %ex[%i, %j] : memref<{NX}x{NY}xf64>
        %n20 = arith.subf %n18, %n19 : f64
        %n21 = affine.load %ey[%i + 1, %j] : memref<{NX}x{NY}xf64>
        %n22 = arith.addf %n20, %n21 : f64
        %n23 = affine.load %ey[%i, %j] : memref<{NX}x{NY}xf64>
        %n24 = arith.subf %n22, %n23 : f64
        %n25 = arith.mulf %n17, %n24 : f64
        %n26 = arith.subf %n16, %n25 : f64
        affine.store %n26, %hz[%i, %j] : memref<{NX}x{NY}xf64>
      }
    }
  }
  return
}
