// Tiles read a cell of their neighbour in memory that nobody writes.
func.func @f(%A: memref<17xi32>, %B: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<17xi32>
    %y = affine.load %A[%i + 1] : memref<17xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %B[%i] : memref<16xi32>
  }
  return
}

// -----

func.func @f(%A: memref<17xi32>, %B: memref<16xi32>) {
  affine.parallel (%t) = (0) to (16) step (8) {
    affine.for %i = 0 to 8 {
      %x = affine.load %A[%t + %i] : memref<17xi32>
      %y = affine.load %A[%t + %i + 1] : memref<17xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %B[%t + %i] : memref<16xi32>
    }
  }
  return
}
