// The same with each tile of B packed once for all rows of a tile of C.
func.func @gemm(%alpha: f64, %beta: f64, %C: memref<1000x1100xf64>, %A: memref<1000x1200xf64>, %B: memref<1200x1100xf64>) {
  affine.for %I = 0 to 10 {
    affine.for %J = 0 to 11 {
      affine.for %i = 0 to 100 {
        affine.for %j = 0 to 100 {
          %c = affine.load %C[%I * 100 + %i, %J * 100 + %j] : memref<1000x1100xf64>
          %s = arith.mulf %c, %beta : f64
          affine.store %s, %C[%I * 100 + %i, %J * 100 + %j] : memref<1000x1100xf64>
        }
      }
    }
  }
  affine.for %I = 0 to 10 {
    affine.for %J = 0 to 11 {
      affine.for %K = 0 to 12 {
        %P = memref.alloc() : memref<100x100xf64>
        affine.for %k = affine_map<(d0) -> (d0 * 100)>(%K) to affine_map<(d0) -> (d0 * 100 + 100)>(%K) {
          affine.for %j = affine_map<(d0) -> (d0 * 100)>(%J) to affine_map<(d0) -> (d0 * 100 + 100)>(%J) {
            %b = affine.load %B[%k, %j] : memref<1200x1100xf64>
            affine.store %b, %P[%k - %K * 100, %j - %J * 100] : memref<100x100xf64>
          }
        }
        affine.for %i = 0 to 100 {
          affine.for %k = 0 to 100 {
            %a = affine.load %A[%I * 100 + %i, %K * 100 + %k] : memref<1000x1200xf64>
            %m = arith.mulf %alpha, %a : f64
            affine.for %j = 0 to 100 {
              %c = affine.load %C[%I * 100 + %i, %J * 100 + %j] : memref<1000x1100xf64>
              %b = affine.load %P[%k, %j] : memref<100x100xf64>
              %p = arith.mulf %m, %b : f64
              %s = arith.addf %c, %p : f64
              affine.store %s, %C[%I * 100 + %i, %J * 100 + %j] : memref<1000x1100xf64>
            }
          }
        }
        memref.dealloc %P : memref<100x100xf64>
      }
    }
  }
  return
}
