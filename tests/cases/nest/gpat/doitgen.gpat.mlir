// The same with B turned around for each r.
func.func @doitgen(%A: memref<150x140x160xf64>, %B: memref<160x160xf64>, %row: memref<160xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %r = 0 to 150 {
    %P = memref.alloc() : memref<160x160xf64>
    affine.for %s = 0 to 160 {
      affine.for %p = 0 to 160 {
        %b = affine.load %B[%s, %p] : memref<160x160xf64>
        affine.store %b, %P[%p, %s] : memref<160x160xf64>
      }
    }
    affine.for %q = 0 to 140 {
      affine.for %p = 0 to 160 {
        affine.store %zero, %row[%p] : memref<160xf64>
        affine.for %s = 0 to 160 {
          %a = affine.load %A[%r, %q, %s] : memref<150x140x160xf64>
          %b = affine.load %P[%p, %s] : memref<160x160xf64>
          %c = affine.load %row[%p] : memref<160xf64>
          %m = arith.mulf %a, %b : f64
          %n = arith.addf %c, %m : f64
          affine.store %n, %row[%p] : memref<160xf64>
        }
      }
      affine.for %p = 0 to 160 {
        %c = affine.load %row[%p] : memref<160xf64>
        affine.store %c, %A[%r, %q, %p] : memref<150x140x160xf64>
      }
    }
    memref.dealloc %P : memref<160x160xf64>
  }
  return
}
