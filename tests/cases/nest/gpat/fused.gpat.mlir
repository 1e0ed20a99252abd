// The same with a tile of B, of B and of C packed, of B turned around.
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
          %P = memref.alloc() : memref<100x100xf64>
          affine.for %k = 1000 to 1100 {
            affine.for %j = affine_map<(d0) -> (d0 * 100)>(%J) to affine_map<(d0) -> (d0 * 100 + 100)>(%J) {
              %b = affine.load %B[%k, %j] : memref<1100x900xf64>
              affine.store %b, %P[%j - %J * 100, %k - 1000] : memref<100x100xf64>
            }
          }
          affine.for %i = 0 to 100 {
            affine.for %j = 0 to 100 {
              affine.for %k = 0 to 100 {
                %t = affine.load %T[%I * 100 + %i, %J * 100 + %j] : memref<800x900xf64>
                %a = affine.load %A[%I * 100 + %i, %k + 1000] : memref<800x1100xf64>
                %m = arith.mulf %alpha, %a : f64
                %b = affine.load %P[%j, %k] : memref<100x100xf64>
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
          memref.dealloc %P : memref<100x100xf64>
        }
        affine.if #first(%K) {
          %P = memref.alloc() : memref<100x100xf64>
          affine.for %k = affine_map<(d0) -> (d0 * 100)>(%K) to affine_map<(d0) -> (d0 * 100 + 100)>(%K) {
            affine.for %j = affine_map<(d0) -> (d0 * 100)>(%J) to affine_map<(d0) -> (d0 * 100 + 100)>(%J) {
              %b = affine.load %B[%k, %j] : memref<1100x900xf64>
              affine.store %b, %P[%j - %J * 100, %k - %K * 100] : memref<100x100xf64>
            }
          }
          affine.for %i = 0 to 100 {
            affine.for %j = 0 to 100 {
              affine.for %k = 0 to 100 {
                %t = affine.load %T[%I * 100 + %i, %J * 100 + %j] : memref<800x900xf64>
                %a = affine.load %A[%I * 100 + %i, %K * 100 + %k] : memref<800x1100xf64>
                %m = arith.mulf %alpha, %a : f64
                %b = affine.load %P[%j, %k] : memref<100x100xf64>
                %p = arith.mulf %m, %b : f64
                %s = arith.addf %t, %p : f64
                affine.store %s, %T[%I * 100 + %i, %J * 100 + %j] : memref<800x900xf64>
              }
            }
          }
          memref.dealloc %P : memref<100x100xf64>
        }
        affine.if #second(%K) {
          %P = memref.alloc() : memref<100x100xf64>
          affine.for %j = affine_map<(d0) -> (d0 * 100)>(%J) to affine_map<(d0) -> (d0 * 100 + 100)>(%J) {
            affine.for %l = affine_map<(d0) -> (d0 * 100 - 1099)>(%K) to min affine_map<(d0) -> (1200, d0 * 100 - 999)>(%K) {
              %c = affine.load %C[%j, %l] : memref<900x1200xf64>
              affine.store %c, %P[%j - %J * 100, %l - %K * 100 + 1099] : memref<100x100xf64>
            }
          }
          affine.for %i = 0 to 100 {
            affine.for %j = 0 to 100 {
              %t = affine.load %T[%I * 100 + %i, %J * 100 + %j] : memref<800x900xf64>
              affine.for %l = 0 to min affine_map<(d0) -> (d0 * -100 + 2299, 100)>(%K) {
                %d = affine.load %D[%I * 100 + %i, %K * 100 + %l - 1099] : memref<800x1200xf64>
                %c = affine.load %P[%j, %l] : memref<100x100xf64>
                %p = arith.mulf %t, %c : f64
                %s = arith.addf %d, %p : f64
                affine.store %s, %D[%I * 100 + %i, %K * 100 + %l - 1099] : memref<800x1200xf64>
              }
            }
          }
          memref.dealloc %P : memref<100x100xf64>
        }
      }
    }
  }
  return
}
