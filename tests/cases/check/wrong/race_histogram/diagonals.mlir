// Both loops over a square are parallel, and all cells of an antidiagonal add to one sum.
// input: A = 1: (0, 1) and (1, 0) both load D[1] = 0.
func.func @diagonals(%A: memref<6x6xi32>, %D: memref<11xi32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i, %j] : memref<6x6xi32>
      %o = affine.load %D[%i + %j] : memref<11xi32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %D[%i + %j] : memref<11xi32>
    }
  }
  return
}

// -----

func.func @diagonals(%A: memref<6x6xi32>, %D: memref<11xi32>) {
  affine.parallel (%i, %j) = (0, 0) to (6, 6) {
    %x = affine.load %A[%i, %j] : memref<6x6xi32>
    %o = affine.load %D[%i + %j] : memref<11xi32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %D[%i + %j] : memref<11xi32>
  }
  return
}
