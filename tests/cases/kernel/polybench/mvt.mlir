// x1 += A y1, x2 += A^T y2
// small: N=37
// large: N=2000
func.func @mvt(%x1: memref<{N}xf64>, %x2: memref<{N}xf64>, %y1: memref<{N}xf64>, %y2: memref<{N}xf64>, %A: memref<{N}x{N}xf64>) {
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to {N} {
      %n1 = affine.load %x1[%i] : memref<{N}xf64>
      %n2 = affine.load %A[%i, %j] : memref<{N}x{N}xf64>
      %n3 = affine.load %y1[%j] : memref<{N}xf64>
      %n4 = arith.mulf %n2, %n3 : f64
      %n5 = arith.addf %n1, %n4 : f64
      affine.store %n5, %x1[%i] : memref<{N}xf64>
    }
  }
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to {N} {
      %n6 = affine.load %x2[%i] : memref<{N}xf64>
      %n7 = affine.load %A[%j, %i] : memref<{N}x{N}xf64>
      %n8 = affine.load %y2[%j] : memref<{N}xf64>
      %n9 = arith.mulf %n7, %n8 : f64
      %n10 = arith.addf %n6, %n9 : f64
      affine.store %n10, %x2[%i] : memref<{N}xf64>
    }
  }
  return
}
