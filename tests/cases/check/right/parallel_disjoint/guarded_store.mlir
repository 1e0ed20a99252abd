// Only one iteration stores to the cell.
func.func @f(%A: memref<8xi32>, %s: memref<i32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.if affine_set<(d0) : (d0 - 5 == 0)>(%i) {
      affine.store %x, %s[] : memref<i32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %s: memref<i32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.if affine_set<(d0) : (d0 - 5 == 0)>(%i) {
      affine.store %x, %s[] : memref<i32>
    }
  }
  return
}
