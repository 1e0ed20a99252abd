// A store moves behind the loop, which reads the cell.
// input: A = 1, 2, ..., s = 9: B[0] is 1, and 9 after it.
func.func @sink(%A: memref<8xi32>, %B: memref<8xi32>, %s: memref<i32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.store %x, %s[] : memref<i32>
    %y = affine.load %s[] : memref<i32>
    affine.store %y, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @sink(%A: memref<8xi32>, %B: memref<8xi32>, %s: memref<i32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = affine.load %s[] : memref<i32>
    affine.store %y, %B[%i] : memref<8xi32>
  }
  %z = affine.load %A[7] : memref<8xi32>
  affine.store %z, %s[] : memref<i32>
  return
}
