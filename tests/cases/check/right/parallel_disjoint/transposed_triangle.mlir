// The pair (i, j) with i > j swaps two cells that belong to it alone.
func.func @f(%A: memref<4x4xi32>) {
  affine.for %i = 1 to 4 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %x = affine.load %A[%i, %j] : memref<4x4xi32>
      %y = affine.load %A[%j, %i] : memref<4x4xi32>
      affine.store %y, %A[%i, %j] : memref<4x4xi32>
      affine.store %x, %A[%j, %i] : memref<4x4xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x4xi32>) {
  affine.parallel (%i) = (1) to (4) {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %x = affine.load %A[%i, %j] : memref<4x4xi32>
      %y = affine.load %A[%j, %i] : memref<4x4xi32>
      affine.store %y, %A[%i, %j] : memref<4x4xi32>
      affine.store %x, %A[%j, %i] : memref<4x4xi32>
    }
  }
  return
}
