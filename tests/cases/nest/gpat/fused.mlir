// D = alpha A B C + beta D in tiles of 100, both products in one nest, apart by conditions.
// packs: depth 3 of arg4 in 1,0 as 100x100; depth 3 of arg4 in 1,0 as 100x100; depth 3 of arg5 in 0,1 as 100x100
#early = affine_set<(d0) : (-d0 + 8 >= 0)>
#late = affine_set<(d0) : (d0 - 9 >= 0)>
#last = affine_set<(d0) : (d0 - 10 == 0)>
#first = affine_set<(d0) : (-d0 + 9 >= 0)>
#second = affine_set<(d0) : (d0 - 11 >= 0)>
func.func @fused(%alpha: f64, %beta: f64, %T: memref<800x900xf64>, %A: memref<800x1100xf64>, %B: memref<1100x900xf64>, %C: memref<900x1200xf64>, %D: memref<800x1200xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %I = 0 to 8 {
    affine.for %J = 0 to 12 {
      affine.if #early(%J) {
        affine.for %i = 0 to 100 {
          affine.for %j = 0 to 100 {
            %d = affine.load %D[%I * 100 + %i, %J * 100 + %j] : memref<800x1200xf64>
            %e = arith.mulf %d, %beta : f64
            affine.store %e, %D[%I * 100 + %i, %J * 100 + %j] : memref<800x1200xf64>
            affine.store %zero, %T[%I * 100 + %i, %J * 100 + %j] : memref<800x900xf64>
          }
        }
      }
      affine.if #late(%J) {
        affine.for %i = 0 to 100 {
          affine.for %j = 0 to 100 {
            %d = affine.load %D[%I * 100 + %i, %J * 100 + %j] : memref<800x1200xf64>
            %e = arith.mulf %d, %beta : f64
            affine.store %e, %D[%I * 100 + %i, %J * 100 + %j] : memref<800x1200xf64>
          }
        }
      }
    }
  }
  affine.for %I = 0 to 8 {
    affine.for %J = 0 to 9 {
      affine.for %K = 0 to 23 {
        affine.if #last(%K) {
          affine.for %i = 0 to 100 {
            affine.for %j = 0 to 100 {
              affine.for %k = 0 to 100 {
                %t = affine.load %T[%I * 100 + %i, %J * 100 + %j] : memref<800x900xf64>
                %a = affine.load %A[%I * 100 + %i, %k + 1000] : memref<800x1100xf64>
                %m = arith.mulf %alpha, %a : f64
                %b = affine.load %B[%k + 1000, %J * 100 + %j] : memref<1100x900xf64>
                %p = arith.mulf %m, %b : f64
                %s = arith.addf %t, %p : f64
                affine.store %s, %T[%I * 100 + %i, %J * 100 + %j] : memref<800x900xf64>
              }
              %d = affine.load %D[%I * 100 + %i, 0] : memref<800x1200xf64>
              %t = affine.load %T[%I * 100 + %i, %J * 100 + %j] : memref<800x900xf64>
              %c = affine.load %C[%J * 100 + %j, 0] : memref<900x1200xf64>
              %p = arith.mulf %t, %c : f64
              %s = arith.addf %d, %p : f64
              affine.store %s, %D[%I * 100 + %i, 0] : memref<800x1200xf64>
            }
          }
        }
        affine.if #first(%K) {
          affine.for %i = 0 to 100 {
            affine.for %j = 0 to 100 {
              affine.for %k = 0 to 100 {
                %t = affine.load %T[%I * 100 + %i, %J * 100 + %j] : memref<800x900xf64>
                %a = affine.load %A[%I * 100 + %i, %K * 100 + %k] : memref<800x1100xf64>
                %m = arith.mulf %alpha, %a : f64
                %b = affine.load %B[%K * 100 + %k, %J * 100 + %j] : memref<1100x900xf64>
                %p = arith.mulf %m, %b : f64
                %s = arith.addf %t, %p : f64
                affine.store %s, %T[%I * 100 + %i, %J * 100 + %j] : memref<800x900xf64>
              }
            }
          }
        }
        affine.if #second(%K) {
          affine.for %i = 0 to 100 {
            affine.for %j = 0 to 100 {
              %t = affine.load %T[%I * 100 + %i, %J * 100 + %j] : memref<800x900xf64>
              affine.for %l = 0 to min affine_map<(d0) -> (d0 * -100 + 2299, 100)>(%K) {
                %d = affine.load %D[%I * 100 + %i, %K * 100 + %l - 1099] : memref<800x1200xf64>
                %c = affine.load %C[%J * 100 + %j, %K * 100 + %l - 1099] : memref<900x1200xf64>
                %p = arith.mulf %t, %c : f64
                %s = arith.addf %d, %p : f64
                affine.store %s, %D[%I * 100 + %i, %K * 100 + %l - 1099] : memref<800x1200xf64>
              }
            }
          }
        }
      }
    }
  }
  return
}
