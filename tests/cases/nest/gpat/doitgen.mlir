// A[r,q,p] = the sum over s of A[r,q,s] * B[s,p], row by row: B is read down its columns.
// packs: depth 1 of arg1 in 1,0 as 160x160
func.func @doitgen(%A: memref<150x140x160xf64>, %B: memref<160x160xf64>, %row: memref<160xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %r = 0 to 150 {
    affine.for %q = 0 to 140 {
      affine.for %p = 0 to 160 {
        affine.store %zero, %row[%p] : memref<160xf64>
        affine.for %s = 0 to 160 {
          %a = affine.load %A[%r, %q, %s] : memref<150x140x160xf64>
          %b = affine.load %B[%s, %p] : memref<160x160xf64>
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
  }
  return
}
