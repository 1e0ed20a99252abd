// A store is removed because one of the ways behind it overwrites the cell.
// input: c = false, A[0] = 7: A[0] is 1, and 7 after it.
func.func @maybe(%A: memref<4xi32>, %c: i1) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  affine.store %one, %A[0] : memref<4xi32>
  scf.if %c {
    affine.store %two, %A[0] : memref<4xi32>
  }
  return
}

// -----

func.func @maybe(%A: memref<4xi32>, %c: i1) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  scf.if %c {
    affine.store %two, %A[0] : memref<4xi32>
  }
  return
}
