// Each parallel tile writes one cell of the next tile.
// input: A = 0: cell 4 is incremented by tile 0 and by tile 1; it should be 1 and may be 2 or 1.
func.func @add(%A: memref<16xi32>) {
  %one = arith.constant 1 : i32
  affine.parallel (%t) = (0) to (16) step (4) {
    affine.for %i = 0 to 4 {
      %x = affine.load %A[%t + %i] : memref<16xi32>
      %y = arith.addi %x, %one : i32
      affine.store %y, %A[%t + %i] : memref<16xi32>
    }
  }
  return
}

// -----

func.func @add(%A: memref<16xi32>) {
  %one = arith.constant 1 : i32
  affine.parallel (%t) = (0) to (16) step (4) {
    affine.for %i = 0 to min affine_map<(d0) -> (5, 16 - d0)>(%t) {
      %x = affine.load %A[%t + %i] : memref<16xi32>
      %y = arith.addi %x, %one : i32
      affine.store %y, %A[%t + %i] : memref<16xi32>
    }
  }
  return
}
