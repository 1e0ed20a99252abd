// a stencil in place: its order counts
func.func @seidel(%a: memref<34x34xf64>) {
  %third = arith.constant 3.0 : f64
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 33 {
      affine.for %j = 1 to 33 {
        %w = affine.load %a[%i, %j - 1] : memref<34x34xf64>
        %n = affine.load %a[%i - 1, %j + 1] : memref<34x34xf64>
        %s = affine.load %a[%i + 1, %j] : memref<34x34xf64>
        %0 = arith.addf %w, %n : f64
        %1 = arith.addf %0, %s : f64
        %2 = arith.divf %1, %third : f64
        affine.store %2, %a[%i, %j] : memref<34x34xf64>
      }
    }
  }
  return
}
