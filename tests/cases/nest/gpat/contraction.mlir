// C[i,j] += A[k,l,i] * B[l,k,j], the running example of "To Pack or Not to Pack": A is read against its order.
// packs: depth 1 of arg1 in 2,0,1 as 1x80x100
func.func @contraction(%C: memref<50x60xf64>, %A: memref<80x100x50xf64>, %B: memref<100x80x60xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 50 {
    affine.for %j = 0 to 60 {
      affine.store %zero, %C[%i, %j] : memref<50x60xf64>
    }
  }
  affine.for %i = 0 to 50 {
    affine.for %j = 0 to 60 {
      affine.for %k = 0 to 80 {
        affine.for %l = 0 to 100 {
          %a = affine.load %A[%k, %l, %i] : memref<80x100x50xf64>
          %b = affine.load %B[%l, %k, %j] : memref<100x80x60xf64>
          %c = affine.load %C[%i, %j] : memref<50x60xf64>
          %p = arith.mulf %a, %b : f64
          %s = arith.addf %c, %p : f64
          affine.store %s, %C[%i, %j] : memref<50x60xf64>
        }
      }
    }
  }
  return
}
