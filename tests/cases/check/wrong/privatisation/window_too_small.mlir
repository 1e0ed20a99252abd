// The fast buffer holds one cell less than the loop reads, and the last read gets the first cell.
// input: A = 0, 1, ..., 8: B[7] is A[7] + A[8] = 15, and 7 + 0 after it.
func.func @window(%A: memref<9xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<9xi32>
    %y = affine.load %A[%i + 1] : memref<9xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @window(%A: memref<9xi32>, %B: memref<8xi32>) {
  %m = memref.alloca() : memref<8xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %m[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<8xi32>
    %y = affine.load %m[(%i + 1) mod 8] : memref<8xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}
