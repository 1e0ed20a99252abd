// a system solved by its triangles
// small: N=23
// large: N=2000
func.func @ludcmp(%A: memref<{N}x{N}xf64>, %b: memref<{N}xf64>, %x: memref<{N}xf64>, %y: memref<{N}xf64>) {
  %w = memref.alloc() : memref<f64>
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %n1 = affine.load %A[%i, %j] : memref<{N}x{N}xf64>
      affine.store %n1, %w[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %n2 = affine.load %w[] : memref<f64>
        %n3 = affine.load %A[%i, %k] : memref<{N}x{N}xf64>
        %n4 = affine.load %A[%k, %j] : memref<{N}x{N}xf64>
        %n5 = arith.mulf %n3, %n4 : f64
        %n6 = arith.subf %n2, %n5 : f64
        affine.store %n6, %w[] : memref<f64>
      }
      %n7 = affine.load %w[] : memref<f64>
      %n8 = affine.load %A[%j, %j] : memref<{N}x{N}xf64>
      %n9 = arith.divf %n7, %n8 : f64
      affine.store %n9, %A[%i, %j] : memref<{N}x{N}xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to {N} {
      %n10 = affine.load %A[%i, %j] : memref<{N}x{N}xf64>
      affine.store %n10, %w[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %n11 = affine.load %w[] : memref<f64>
        %n12 = affine.load %A[%i, %k] : memref<{N}x{N}xf64>
        %n13 = affine.load %A[%k, %j] : memref<{N}x{N}xf64>
        %n14 = arith.mulf %n12, %n13 : f64
        %n15 = arith.subf %n11, %n14 : f64
        affine.store %n15, %w[] : memref<f64>
      }
      %n16 = affine.load %w[] : memref<f64>
      affine.store %n16, %A[%i, %j] : memref<{N}x{N}xf64>
    }
  }
  affine.for %i = 0 to {N} {
    %n17 = affine.load %b[%i] : memref<{N}xf64>
    affine.store %n17, %w[] : memref<f64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %n18 = affine.load %w[] : memref<f64>
      %n19 = affine.load %A[%i, %j] : memref<{N}x{N}xf64>
      %n20 = affine.load %y[%j] : memref<{N}xf64>
      %n21 = arith.mulf %n19, %n20 : f64
      %n22 = arith.subf %n18, %n21 : f64
      affine.store %n22, %w[] : memref<f64>
    }
    %n23 = affine.load %w[] : memref<f64>
    affine.store %n23, %y[%i] : memref<{N}xf64>
  }
  affine.for %ii = 0 to {N} {
    %n24 = affine.load %y[{N-1} - %ii] : memref<{N}xf64>
    affine.store %n24, %w[] : memref<f64>
    affine.for %j = affine_map<(d0) -> ({N} - d0)>(%ii) to {N} {
      %n25 = affine.load %w[] : memref<f64>
      %n26 = affine.load %A[{N-1} - %ii, %j] : memref<{N}x{N}xf64>
      %n27 = affine.load %x[%j] : memref<{N}xf64>
      %n28 = arith.mulf %n26, %n27 : f64
      %n29 = arith.subf %n25, %n28 : f64
      affine.store %n29, %w[] : memref<f64>
    }
    %n30 = affine.load %w[] : memref<f64>
    %n31 = affine.load %A[{N-1} - %ii, {N-1} - %ii] : memref<{N}x{N}xf64>
    %n32 = arith.divf %n30, %n31 : f64
    affine.store %n32, %x[{N-1} - %ii] : memref<{N}xf64>
  }
  memref.dealloc %w : memref<f64>
  return
}
