// covariances of columns
// small: M=19 N=21
// large: M=1200 N=1400
func.func @covariance(%float_n: f64, %data: memref<{N}x{M}xf64>, %cov: memref<{M}x{M}xf64>, %mean: memref<{M}xf64>) {
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
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to {M} {
      %n7 = affine.load %data[%i, %j] : memref<{N}x{M}xf64>
      %n8 = affine.load %mean[%j] : memref<{M}xf64>
      %n9 = arith.subf %n7, %n8 : f64
      affine.store %n9, %data[%i, %j] : memref<{N}x{M}xf64>
    }
  }
  affine.for %i = 0 to {M} {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to {M} {
      %n10 = arith.constant 0.0 : f64
      affine.store %n10, %cov[%i, %j] : memref<{M}x{M}xf64>
      affine.for %k = 0 to {N} {
        %n11 = affine.load %cov[%i, %j] : memref<{M}x{M}xf64>
        %n12 = affine.load %data[%k, %i] : memref<{N}x{M}xf64>
        %n13 = affine.load %data[%k, %j] : memref<{N}x{M}xf64>
        %n14 = arith.mulf %n12, %n13 : f64
        %n15 = arith.addf %n11, %n14 : f64
        affine.store %n15, %cov[%i, %j] : memref<{M}x{M}xf64>
      }
      %n16 = affine.load %cov[%i, %j] : memref<{M}x{M}xf64>
      %n17 = arith.constant 1.0 : f64
      %n18 = arith.subf %float_n, %n17 : f64
      %n19 = arith.divf %n16, %n18 : f64
      affine.store %n19, %cov[%i, %j] : memref<{M}x{M}xf64>
      %n20 = affine.load %cov[%i, %j] : memref<{M}x{M}xf64>
      affine.store %n20, %cov[%j, %i] : memref<{M}x{M}xf64>
    }
  }
  return
}
