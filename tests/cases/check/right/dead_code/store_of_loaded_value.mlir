// The cell gets the number that it has.
func.func @f(%A: memref<8xi32>) -> i32 {
  %x = affine.load %A[5] : memref<8xi32>
  affine.store %x, %A[5] : memref<8xi32>
  return %x : i32
}

// -----

func.func @f(%A: memref<8xi32>) -> i32 {
  %x = affine.load %A[5] : memref<8xi32>
  return %x : i32
}
