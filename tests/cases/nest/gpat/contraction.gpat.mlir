// The same with A packed for each i.
func.func @contraction(%C: memref<50x60xf64>, %A: memref<80x100x50xf64>, %B: memref<100x80x60xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 50 {
    affine.for %j = 0 to 60 {
      affine.store %zero, %C[%i, %j] : memref<50x60xf64>
    }
  }
  affine.for %i = 0 to 50 {
    %P = memref.alloc() : memref<1x80x100xf64>
    affine.for %k = 0 to 80 {
      affine.for %l = 0 to 100 {
        affine.for %m = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i) {
          %a = affine.load %A[%k, %l, %m] : memref<80x100x50xf64>
          affine.store %a, %P[%m - %i, %k, %l] : memref<1x80x100xf64>
        }
      }
    }
    affine.for %j = 0 to 60 {
      affine.for %k = 0 to 80 {
        affine.for %l = 0 to 100 {
          %a = affine.load %P[0, %k, %l] : memref<1x80x100xf64>
          %b = affine.load %B[%l, %k, %j] : memref<100x80x60xf64>
          %c = affine.load %C[%i, %j] : memref<50x60xf64>
          %p = arith.mulf %a, %b : f64
          %s = arith.addf %c, %p : f64
          affine.store %s, %C[%i, %j] : memref<50x60xf64>
        }
      }
    }
    memref.dealloc %P : memref<1x80x100xf64>
  }
  return
}
