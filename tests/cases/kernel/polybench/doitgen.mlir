// each row of A times C4, in place
// small: NR=11 NQ=10 NP=13
// large: NR=150 NQ=140 NP=160
func.func @doitgen(%A: memref<{NR}x{NQ}x{NP}xf64>, %C4: memref<{NP}x{NP}xf64>, %sum: memref<{NP}xf64>) {
  affine.for %r = 0 to {NR} {
    affine.for %q = 0 to {NQ} {
      affine.for %p = 0 to {NP} {
        %n1 = arith.constant 0.0 : f64
        affine.store %n1, %sum[%p] : memref<{NP}xf64>
        affine.for %s = 0 to {NP} {
          %n2 = affine.load %sum[%p] : memref<{NP}xf64>
          %n3 = affine.load %A[%r, %q, %s] : memref<{NR}x{NQ}x{NP}xf64>
          %n4 = affine.load %C4[%s, %p] : memref<{NP}x{NP}xf64>
          %n5 = arith.mulf %n3, %n4 : f64
          %n6 = arith.addf %n2, %n5 : f64
          affine.store %n6, %sum[%p] : memref<{NP}xf64>
        }
      }
      affine.for %p = 0 to {NP} {
        %n7 = affine.load %sum[%p] : memref<{NP}xf64>
        affine.store %n7, %A[%r, %q, %p] : memref<{NR}x{NQ}x{NP}xf64>
      }
    }
  }
  return
}
