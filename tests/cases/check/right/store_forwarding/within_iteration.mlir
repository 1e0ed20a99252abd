// Each iteration reads the cell that it has stored.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>, %C: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %B[%i] : memref<8xi32>
    %z = affine.load %B[%i] : memref<8xi32>
    affine.store %z, %C[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>, %C: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %B[%i] : memref<8xi32>
    affine.store %y, %C[%i] : memref<8xi32>
  }
  return
}
