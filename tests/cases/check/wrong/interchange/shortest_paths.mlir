// The loop over k of all shortest paths moves inwards.
// input: D[0, 2] = D[2, 3] = D[3, 1] = 1, 0 on the diagonal, else 100: D[0, 1] is 3, and stays 100 when k is innermost.
func.func @paths(%D: memref<5x5xi32>) {
  affine.for %k = 0 to 5 {
    affine.for %i = 0 to 5 {
      affine.for %j = 0 to 5 {
        %a = affine.load %D[%i, %k] : memref<5x5xi32>
        %b = affine.load %D[%k, %j] : memref<5x5xi32>
        %c = affine.load %D[%i, %j] : memref<5x5xi32>
        %s = arith.addi %a, %b : i32
        %m = arith.minsi %c, %s : i32
        affine.store %m, %D[%i, %j] : memref<5x5xi32>
      }
    }
  }
  return
}

// -----

func.func @paths(%D: memref<5x5xi32>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 5 {
      affine.for %k = 0 to 5 {
        %a = affine.load %D[%i, %k] : memref<5x5xi32>
        %b = affine.load %D[%k, %j] : memref<5x5xi32>
        %c = affine.load %D[%i, %j] : memref<5x5xi32>
        %s = arith.addi %a, %b : i32
        %m = arith.minsi %c, %s : i32
        affine.store %m, %D[%i, %j] : memref<5x5xi32>
      }
    }
  }
  return
}
