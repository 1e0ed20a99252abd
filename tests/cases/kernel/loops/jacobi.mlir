// four steps of a stencil over a plane
func.func @jacobi(%a: memref<34x34xf64>, %b: memref<34x34xf64>) {
  %fifth = arith.constant 0.2 : f64
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 33 {
      affine.for %j = 1 to 33 {
        %c = affine.load %a[%i, %j] : memref<34x34xf64>
        %w = affine.load %a[%i, %j - 1] : memref<34x34xf64>
        %e = affine.load %a[%i, %j + 1] : memref<34x34xf64>
        %n = affine.load %a[%i - 1, %j] : memref<34x34xf64>
        %s = affine.load %a[%i + 1, %j] : memref<34x34xf64>
        %0 = arith.addf %c, %w : f64
        %1 = arith.addf %0, %e : f64
        %2 = arith.addf %1, %n : f64
        %3 = arith.addf %2, %s : f64
        %4 = arith.mulf %fifth, %3 : f64
        affine.store %4, %b[%i, %j] : memref<34x34xf64>
      }
    }
    affine.for %i = 1 to 33 {
      affine.for %j = 1 to 33 {
        %c = affine.load %b[%i, %j] : memref<34x34xf64>
        affine.store %c, %a[%i, %j] : memref<34x34xf64>
      }
    }
  }
  return
}
