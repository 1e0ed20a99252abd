// Nothing reads the cell before the second store.
func.func @f(%A: memref<4xi32>, %a: i32, %b: i32) {
  affine.store %a, %A[0] : memref<4xi32>
  affine.store %b, %A[0] : memref<4xi32>
  return
}

// -----

func.func @f(%A: memref<4xi32>, %a: i32, %b: i32) {
  affine.store %b, %A[0] : memref<4xi32>
  return
}
