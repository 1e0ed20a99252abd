// An argument is freed through a cast.
// input: the caller reads A after the call.
func.func @f(%A: memref<8xi32>, %a: i32) {
  %D = memref.cast %A : memref<8xi32> to memref<?xi32>
  affine.store %a, %A[0] : memref<8xi32>
  return
}

// -----

func.func @f(%A: memref<8xi32>, %a: i32) {
  %D = memref.cast %A : memref<8xi32> to memref<?xi32>
  affine.store %a, %A[0] : memref<8xi32>
  memref.dealloc %D : memref<?xi32>
  return
}
