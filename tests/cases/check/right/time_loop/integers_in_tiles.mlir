// A recurrence of maxima, whose rows depend on the rows before, in tiles of columns that keep each dependence.
func.func @folded(%T: memref<10x10xi32>) {
  affine.for %i = 1 to 10 {
    affine.for %j = 1 to 10 {
      %x = affine.load %T[%i - 1, %j] : memref<10x10xi32>
      %y = affine.load %T[%i, %j - 1] : memref<10x10xi32>
      %s = arith.addi %x, %y : i32
      %c = arith.cmpi slt, %x, %y : i32
      %e = arith.extui %c : i1 to i32
      %m = arith.maxsi %s, %e : i32
      affine.store %m, %T[%i, %j] : memref<10x10xi32>
    }
  }
  return
}

// -----

func.func @folded(%T: memref<10x10xi32>) {
  affine.for %J = 1 to 10 step 4 {
    affine.for %i = 1 to 10 {
      affine.for %j = affine_map<(d0) -> (d0)>(%J) to min affine_map<(d0) -> (d0 + 4, 10)>(%J) {
        %x = affine.load %T[%i - 1, %j] : memref<10x10xi32>
        %y = affine.load %T[%i, %j - 1] : memref<10x10xi32>
        %s = arith.addi %x, %y : i32
        %c = arith.cmpi slt, %x, %y : i32
        %e = arith.extui %c : i1 to i32
        %m = arith.maxsi %s, %e : i32
        affine.store %m, %T[%i, %j] : memref<10x10xi32>
      }
    }
  }
  return
}
