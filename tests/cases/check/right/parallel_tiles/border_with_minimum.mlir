// The last tile ends at the border, and no tile reaches into the next one.
func.func @f(%A: memref<10xi32>) {
  affine.for %i = 0 to 10 {
    %x = affine.load %A[%i] : memref<10xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<10xi32>
  }
  return
}

// -----

func.func @f(%A: memref<10xi32>) {
  affine.parallel (%t) = (0) to (10) step (4) {
    affine.for %i = 0 to min affine_map<(d0) -> (4, 10 - d0)>(%t) {
      %x = affine.load %A[%t + %i] : memref<10xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%t + %i] : memref<10xi32>
    }
  }
  return
}
