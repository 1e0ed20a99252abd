// A parallel loop of one iteration cannot race with itself.
func.func @f(%A: memref<8xi32>, %s: memref<i32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %o = affine.load %s[] : memref<i32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %s[] : memref<i32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %s: memref<i32>) {
  affine.parallel (%t) = (0) to (1) {
    affine.for %i = 0 to 8 {
      %x = affine.load %A[%i] : memref<8xi32>
      %o = affine.load %s[] : memref<i32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %s[] : memref<i32>
    }
  }
  return
}
