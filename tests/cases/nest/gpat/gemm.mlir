// C = alpha A B + beta C in tiles of 100: a tile of B has a page for each row.
// packs: depth 3 of arg4 in 0,1 as 100x100
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
        affine.for %i = 0 to 100 {
          affine.for %k = 0 to 100 {
            %a = affine.load %A[%I * 100 + %i, %K * 100 + %k] : memref<1000x1200xf64>
            %m = arith.mulf %alpha, %a : f64
            affine.for %j = 0 to 100 {
              %c = affine.load %C[%I * 100 + %i, %J * 100 + %j] : memref<1000x1100xf64>
              %b = affine.load %B[%K * 100 + %k, %J * 100 + %j] : memref<1200x1100xf64>
              %p = arith.mulf %m, %b : f64
              %s = arith.addf %c, %p : f64
              affine.store %s, %C[%I * 100 + %i, %J * 100 + %j] : memref<1000x1100xf64>
            }
          }
        }
      }
    }
  }
  return
}
