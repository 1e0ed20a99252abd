// shortest paths
// small: N=21
// large: N=2800
func.func @floyd_warshall(%path: memref<{N}x{N}xf64>) {
  affine.for %k = 0 to {N} {
    affine.for %i = 0 to {N} {
      affine.for %j = 0 to {N} {
        %n1 = affine.load %path[%i, %j] : memref<{N}x{N}xf64>
        %n2 = affine.load %path[%i, %k] : memref<{N}x{N}xf64>
        %n3 = affine.load %path[%k, %j] : memref<{N}x{N}xf64>
        %n4 = arith.addf %n2, %n3 : f64
        %n5 = arith.minimumf %n1, %n4 : f64
        affine.store %n5, %path[%i, %j] : memref<{N}x{N}xf64>
      }
    }
  }
  return
}
