// The parallel loop of a product of matrices includes k, whose iterations add to the same cell.
// input: all numbers 1: k = 0 and k = 1 of cell (0, 0) both load C = 0 and both store 1.
func.func @matmul(%A: memref<6x6xf64>, %B: memref<6x6xf64>, %C: memref<6x6xf64>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 6 {
        %x = affine.load %A[%i, %k] : memref<6x6xf64>
        %y = affine.load %B[%k, %j] : memref<6x6xf64>
        %p = arith.mulf %x, %y fastmath<reassoc> : f64
        %o = affine.load %C[%i, %j] : memref<6x6xf64>
        %n = arith.addf %o, %p fastmath<reassoc> : f64
        affine.store %n, %C[%i, %j] : memref<6x6xf64>
      }
    }
  }
  return
}

// -----

func.func @matmul(%A: memref<6x6xf64>, %B: memref<6x6xf64>, %C: memref<6x6xf64>) {
  affine.parallel (%i, %j, %k) = (0, 0, 0) to (6, 6, 6) {
    %x = affine.load %A[%i, %k] : memref<6x6xf64>
    %y = affine.load %B[%k, %j] : memref<6x6xf64>
    %p = arith.mulf %x, %y fastmath<reassoc> : f64
    %o = affine.load %C[%i, %j] : memref<6x6xf64>
    %n = arith.addf %o, %p fastmath<reassoc> : f64
    affine.store %n, %C[%i, %j] : memref<6x6xf64>
  }
  return
}
