// decomposition into triangles
func.func @lu(%a: memref<34x34xf64>) {
  affine.for %i = 0 to 34 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %x = affine.load %a[%i, %k] : memref<34x34xf64>
        %y = affine.load %a[%k, %j] : memref<34x34xf64>
        %p = arith.mulf %x, %y : f64
        %s = affine.load %a[%i, %j] : memref<34x34xf64>
        %t = arith.subf %s, %p : f64
        affine.store %t, %a[%i, %j] : memref<34x34xf64>
      }
      %d = affine.load %a[%j, %j] : memref<34x34xf64>
      %n = affine.load %a[%i, %j] : memref<34x34xf64>
      %q = arith.divf %n, %d : f64
      affine.store %q, %a[%i, %j] : memref<34x34xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 34 {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %x = affine.load %a[%i, %k] : memref<34x34xf64>
        %y = affine.load %a[%k, %j] : memref<34x34xf64>
        %p = arith.mulf %x, %y : f64
        %s = affine.load %a[%i, %j] : memref<34x34xf64>
        %t = arith.subf %s, %p : f64
        affine.store %t, %a[%i, %j] : memref<34x34xf64>
      }
    }
  }
  return
}
