// correlations of columns
// small: M=19 N=21
// large: M=1200 N=1400
func.func @correlation(
    %float_n: f64,
    %data: memref<{N}x{M}xf64>,
    %corr: memref<{M}x{M}xf64>,
    %mean: memref<{M}xf64>,
    %stddev: memref<{M}xf64>) {
  affine.for %j = 0 to {M} {
    %n1 = arith.constant 0.0 : f64
    affine.store %n1, %mean[%j] : memref<{M}xf64>
    affine.for %i = 0 to {N} {
      %n2 = affine.load %mean[%j] : memref<{M}xf64>
      %n3 = affine.load %data[%i, %j] : memref<{N}x{M}xf64>
      %n4 = arith.addf %n2, %n3 : f64
      affine.store %n4, %mean[%j] : memref<{M}xf64>
    }
    %n5 = affine.load %mean[%j] : memref<{M}xf64>
    %n6 = arith.divf %n5, %float_n : f64
    affine.store %n6, %mean[%j] : memref<{M}xf64>
  }
  affine.for %j = 0 to {M} {
    %n7 = arith.constant 0.0 : f64
    affine.store %n7, %stddev[%j] : memref<{M}xf64>
    affine.for %i = 0 to {N} {
      %n8 = affine.load %stddev[%j] : memref<{M}xf64>
      %n9 = affine.load %data[%i, %j] : memref<{N}x{M}xf64>
      %n10 = affine.load %mean[%j] : memref<{M}xf64>
      %n11 = arith.subf %n9, %n10 : f64
      %n12 = affine.load %data[%i, %j] : memref<{N}x{M}xf64>
      %n13 = affine.load %mean[%j] : memref<{M}xf64>
      %n14 = arith.subf %n12, %n13 : f64
      %n15 = arith.mulf %n11, %n14 : f64
      %n16 = arith.addf %n8, %n15 : f64
      affine.store %n16, %stddev[%j] : memref<{M}xf64>
    }
    %n17 = affine.load %stddev[%j] : memref<{M}xf64>
    %n18 = arith.divf %n17, %float_n : f64
    affine.store %n18, %stddev[%j] : memref<{M}xf64>
    %n19 = affine.load %stddev[%j] : memref<{M}xf64>
    %n20 = math.sqrt %n19 : f64
    affine.store %n20, %stddev[%j] : memref<{M}xf64>
    %n21 = affine.load %stddev[%j] : memref<{M}xf64>
    %n22 = arith.constant 0.1 : f64
    %n23 = arith.constant 1.0 : f64
    %n24 = affine.load %stddev[%j] : memref<{M}xf64>
    %n25 = arith.cmpf ole, %n21, %n22 : f64
    %n26 = arith.select %n25, %n23, %n24 : f64
    affine.store %n26, %stddev[%j] : memref<{M}xf64>
  }
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to {M} {
      %n27 = affine.load %data[%i, %j] : memref<{N}x{M}xf64>
      %n28 = affine.load %mean[%j] : memref<{M}xf64>
      %n29 = arith.subf %n27, %n28 : f64
      affine.store %n29, %data[%i, %j] : memref<{N}x{M}xf64>
      %n30 = affine.load %data[%i, %j] : memref<{N}x{M}xf64>
      %n31 = math.sqrt %float_n : f64
      %n32 = affine.load %stddev[%j] : memref<{M}xf64>
      %n33 = arith.mulf %n31, %n32 : f64
      %n34 = arith.divf %n30, %n33 : f64
      affine.store %n34, %data[%i, %j] : memref<{N}x{M}xf64>
    }
  }
  affine.for %i = 0 to {M-1} {
    %n35 = arith.constant 1.0 : f64
    affine.store %n35, %corr[%i, %i] : memref<{M}x{M}xf64>
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to {M} {
      %n36 = arith.constant 0.0 : f64
      affine.store %n36, %corr[%i, %j] : memref<{M}x{M}xf64>
      affine.for %k = 0 to {N} {
        %n37 = affine.load %corr[%i, %j] : memref<{M}x{M}xf64>
        %n38 = affine.load %data[%k, %i] : memref<{N}x{M}xf64>
        %n39 = affine.load %data[%k, %j] : memref<{N}x{M}xf64>
        %n40 = arith.mulf %n38, %n39 : f64
        %n41 = arith.addf %n37, %n40 : f64
        affine.store %n41, %corr[%i, %j] : memref<{M}x{M}xf64>
      }
      %n42 = affine.load %corr[%i, %j] : memref<{M}x{M}xf64>
      affine.store %n42, %corr[%j, %i] : memref<{M}x{M}xf64>
    }
  }
  %n43 = arith.constant 1.0 : f64
  affine.store %n43, %corr[{M-1}, {M-1}] : memref<{M}x{M}xf64>
  return
}
