// The load moves before the store that fills the cell.
// input: A[0] = 4: 4, and anything after it.
func.func @early(%A: memref<4xi32>) -> i32 {
  %m = memref.alloca() : memref<1xi32>
  %x = affine.load %A[0] : memref<4xi32>
  affine.store %x, %m[0] : memref<1xi32>
  %y = affine.load %m[0] : memref<1xi32>
  return %y : i32
}

// -----

func.func @early(%A: memref<4xi32>) -> i32 {
  %m = memref.alloca() : memref<1xi32>
  %x = affine.load %A[0] : memref<4xi32>
  %y = affine.load %m[0] : memref<1xi32>
  affine.store %x, %m[0] : memref<1xi32>
  return %y : i32
}
