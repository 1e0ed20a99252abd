// Tiles of four cells start every three cells, and two parallel tiles read and write the border.
// input: A = 1, 2, ...: cell 3 is doubled by tile 0 and by tile 3.
func.func @double(%A: memref<16xi32>) {
  affine.parallel (%t) = (0) to (16) step (4) {
    affine.for %i = 0 to 4 {
      %x = affine.load %A[%t + %i] : memref<16xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%t + %i] : memref<16xi32>
    }
  }
  return
}

// -----

func.func @double(%A: memref<16xi32>) {
  affine.parallel (%t) = (0) to (13) step (3) {
    affine.for %i = 0 to 4 {
      %x = affine.load %A[%t + %i] : memref<16xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%t + %i] : memref<16xi32>
    }
  }
  return
}
