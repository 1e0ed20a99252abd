// The antidiagonals run in order and each by growing rows, so that both cells of the row above come first.
func.func @f(%A: memref<5x6xi32>) {
  affine.for %i = 1 to 5 {
    affine.for %j = 0 to 5 {
      %x = affine.load %A[%i - 1, %j] : memref<5x6xi32>
      %y = affine.load %A[%i - 1, %j + 1] : memref<5x6xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %A[%i, %j] : memref<5x6xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<5x6xi32>) {
  affine.for %s = 1 to 9 {
    affine.for %i = max affine_map<(d0) -> (1, d0 - 4)>(%s) to min affine_map<(d0) -> (5, d0 + 1)>(%s) {
      %x = affine.load %A[%i - 1, %s - %i] : memref<5x6xi32>
      %y = affine.load %A[%i - 1, %s - %i + 1] : memref<5x6xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %A[%i, %s - %i] : memref<5x6xi32>
    }
  }
  return
}
