// a triangular system
// small: N=37
// large: N=2000
func.func @trisolv(%L: memref<{N}x{N}xf64>, %x: memref<{N}xf64>, %b: memref<{N}xf64>) {
  affine.for %i = 0 to {N} {
    %n1 = affine.load %b[%i] : memref<{N}xf64>
    affine.store %n1, %x[%i] : memref<{N}xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %n2 = affine.load %x[%i] : memref<{N}xf64>
      %n3 = affine.load %L[%i, %j] : memref<{N}x{N}xf64>
      %n4 = affine.load %x[%j] : memref<{N}xf64>
      %n5 = arith.mulf %n3, %n4 : f64
      %n6 = arith.subf %n2, %n5 : f64
      affine.store %n6, %x[%i] : memref<{N}xf64>
    }
    %n7 = affine.load %x[%i] : memref<{N}xf64>
    %n8 = affine.load %L[%i, %i] : memref<{N}x{N}xf64>
    %n9 = arith.divf %n7, %n8 : f64
    affine.store %n9, %x[%i] : memref<{N}xf64>
  }
  return
}
