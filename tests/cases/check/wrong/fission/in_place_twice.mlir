// Both statements update the same cells, of which the second reads the neighbour.
// input: A = 1: A[1] is 2 + 1 = 3, and 2 + 2 = 4 after it.
func.func @twice(%A: memref<17xi32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<17xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<17xi32>
    %u = affine.load %A[%i] : memref<17xi32>
    %v = affine.load %A[%i + 1] : memref<17xi32>
    %w = arith.addi %u, %v : i32
    affine.store %w, %A[%i] : memref<17xi32>
  }
  return
}

// -----

func.func @twice(%A: memref<17xi32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<17xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<17xi32>
  }
  affine.for %i = 0 to 16 {
    %u = affine.load %A[%i] : memref<17xi32>
    %v = affine.load %A[%i + 1] : memref<17xi32>
    %w = arith.addi %u, %v : i32
    affine.store %w, %A[%i] : memref<17xi32>
  }
  return
}
