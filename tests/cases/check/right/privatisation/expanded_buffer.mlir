// The scratch cell becomes one cell for each iteration.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %t = memref.alloca() : memref<1xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %t[0] : memref<1xi32>
    %z = affine.load %t[0] : memref<1xi32>
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %t = memref.alloca() : memref<8xi32>
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %t[%i] : memref<8xi32>
    %z = affine.load %t[%i] : memref<8xi32>
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}
