// products of a matrix that two outer products change with vectors
// small: N=37
// large: N=2000
func.func @gemver(
    %alpha: f64,
    %beta: f64,
    %A: memref<{N}x{N}xf64>,
    %u1: memref<{N}xf64>,
    %v1: memref<{N}xf64>,
    %u2: memref<{N}xf64>,
    %v2: memref<{N}xf64>,
    %w: memref<{N}xf64>,
    %x: memref<{N}xf64>,
    %y: memref<{N}xf64>,
    %z: memref<{N}xf64>) {
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to {N} {
      %n1 = affine.load %A[%i, %j] : memref<{N}x{N}xf64>
      %n2 = affine.load %u1[%i] : memref<{N}xf64>
      %n3 = affine.load %v1[%j] : memref<{N}xf64>
      %n4 = arith.mulf %n2, %n3 : f64
      %n5 = arith.addf %n1, %n4 : f64
      %n6 = affine.load %u2[%i] : memref<{N}xf64>
      %n7 = affine.load %v2[%j] : memref<{N}xf64>
      %n8 = arith.mulf %n6, %n7 : f64
      %n9 = arith.addf %n5, %n8 : f64
      affine.store %n9, %A[%i, %j] : memref<{N}x{N}xf64>
    }
  }
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to {N} {
      %n10 = affine.load %x[%i] : memref<{N}xf64>
      %n11 = affine.load %A[%j, %i] : memref<{N}x{N}xf64>
      %n12 = arith.mulf %beta, %n11 : f64
      %n13 = affine.load %y[%j] : memref<{N}xf64>
      %n14 = arith.mulf %n12, %n13 : f64
      %n15 = arith.addf %n10, %n14 : f64
      affine.store %n15, %x[%i] : memref<{N}xf64>
    }
  }
  affine.for %i = 0 to {N} {
    %n16 = affine.load %x[%i] : memref<{N}xf64>
    %n17 = affine.load %z[%i] : memref<{N}xf64>
    %n18 = arith.addf %n16, %n17 : f64
    affine.store %n18, %x[%i] : memref<{N}xf64>
  }
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to {N} {
      %n19 = affine.load %w[%i] : memref<{N}xf64>
      %n20 = affine.load %A[%i, %j] : memref<{N}x{N}xf64>
      %n21 = arith.mulf %alpha, %n20 : f64
      %n22 = affine.load %x[%j] : memref<{N}xf64>
      %n23 = arith.mulf %n21, %n22 : f64
      %n24 = arith.addf %n19, %n23 : f64
      affine.store %n24, %w[%i] : memref<{N}xf64>
    }
  }
  return
}
