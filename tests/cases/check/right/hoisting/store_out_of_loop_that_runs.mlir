// The store does not depend on the loop, which has 8 iterations and reads other cells.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>, %s: memref<i32>, %a: i32) {
  affine.for %i = 0 to 8 {
    affine.store %a, %s[] : memref<i32>
    %x = affine.load %A[%i] : memref<8xi32>
    affine.store %x, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>, %s: memref<i32>, %a: i32) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.store %x, %B[%i] : memref<8xi32>
  }
  affine.store %a, %s[] : memref<i32>
  return
}
