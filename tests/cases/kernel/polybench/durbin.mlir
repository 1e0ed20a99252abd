// solver of Toeplitz systems
// small: N=37
// large: N=2000
func.func @durbin(%r: memref<{N}xf64>, %y: memref<{N}xf64>) {
  %beta = memref.alloc() : memref<f64>
  %alpha = memref.alloc() : memref<f64>
  %sum = memref.alloc() : memref<f64>
  %z = memref.alloc() : memref<{N}xf64>
  %n1 = affine.load %r[0] : memref<{N}xf64>
  %n2 = arith.negf %n1 : f64
  affine.store %n2, %y[0] : memref<{N}xf64>
  %n3 = arith.constant 1.0 : f64
  affine.store %n3, %beta[] : memref<f64>
  %n4 = affine.load %r[0] : memref<{N}xf64>
  %n5 = arith.negf %n4 : f64
  affine.store %n5, %alpha[] : memref<f64>
  affine.for %k = 1 to {N} {
    %n6 = arith.constant 1.0 : f64
    %n7 = affine.load %alpha[] : memref<f64>
    %n8 = affine.load %alpha[] : memref<f64>
    %n9 = arith.mulf %n7, %n8 : f64
    %n10 = arith.subf %n6, %n9 : f64
    %n11 = affine.load %beta[] : memref<f64>
    %n12 = arith.mulf %n10, %n11 : f64
    affine.store %n12, %beta[] : memref<f64>
    %n13 = arith.constant 0.0 : f64
    affine.store %n13, %sum[] : memref<f64>
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %n14 = affine.load %sum[] : memref<f64>
      %n15 = affine.load %r[%k - %i - 1] : memref<{N}xf64>
      %n16 = affine.load %y[%i] : memref<{N}xf64>
      %n17 = arith.mulf %n15, %n16 : f64
      %n18 = arith.addf %n14, %n17 : f64
      affine.store %n18, %sum[] : memref<f64>
    }
    %n19 = affine.load %r[%k] : memref<{N}xf64>
    %n20 = affine.load %sum[] : memref<f64>
    %n21 = arith.addf %n19, %n20 : f64
    %n22 = affine.load %beta[] : memref<f64>
    %n23 = arith.divf %n21, %n22 : f64
    %n24 = arith.negf %n23 : f64
    affine.store %n24, %alpha[] : memref<f64>
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %n25 = affine.load %y[%i] : memref<{N}xf64>
      %n26 = affine.load %alpha[] : memref<f64>
      %n27 = affine.load %y[%k - %i - 1] : memref<{N}xf64>
      %n28 = arith.mulf %n26, %n27 : f64
      %n29 = arith.addf %n25, %n28 : f64
      affine.store %n29, %z[%i] : memref<{N}xf64>
    }
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %n30 = affine.load %z[%i] : memref<{N}xf64>
      affine.store %n30, %y[%i] : memref<{N}xf64>
    }
    %n31 = affine.load %alpha[] : memref<f64>
    affine.store %n31, %y[%k] : memref<{N}xf64>
  }
  memref.dealloc %beta : memref<f64>
  memref.dealloc %alpha : memref<f64>
  memref.dealloc %sum : memref<f64>
  memref.dealloc %z : memref<{N}xf64>
  return
}
