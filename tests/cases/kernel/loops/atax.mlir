// y = A' (A x), in strict order
func.func @atax(%a: memref<38x42xf64>, %x: memref<42xf64>, %y: memref<42xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 42 {
    affine.store %zero, %y[%i] : memref<42xf64>
  }
  %tmp = memref.alloc() : memref<38xf64>
  affine.for %i = 0 to 38 {
    affine.store %zero, %tmp[%i] : memref<38xf64>
    affine.for %j = 0 to 42 {
      %u = affine.load %a[%i, %j] : memref<38x42xf64>
      %v = affine.load %x[%j] : memref<42xf64>
      %p = arith.mulf %u, %v : f64
      %s = affine.load %tmp[%i] : memref<38xf64>
      %t = arith.addf %s, %p : f64
      affine.store %t, %tmp[%i] : memref<38xf64>
    }
    affine.for %j = 0 to 42 {
      %u = affine.load %a[%i, %j] : memref<38x42xf64>
      %v = affine.load %tmp[%i] : memref<38xf64>
      %p = arith.mulf %u, %v : f64
      %s = affine.load %y[%j] : memref<42xf64>
      %t = arith.addf %s, %p : f64
      affine.store %t, %y[%j] : memref<42xf64>
    }
  }
  memref.dealloc %tmp : memref<38xf64>
  return
}
