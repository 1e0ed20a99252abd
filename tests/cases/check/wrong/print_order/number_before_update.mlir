// The print moves before the store whose result it reads.
// input: A[0] = 1, a = 2: 2, and 1 after it.
func.func @f(%A: memref<4xi32>, %a: i32) {
  affine.store %a, %A[0] : memref<4xi32>
  %x = affine.load %A[0] : memref<4xi32>
  vector.print %x : i32
  return
}

// -----

func.func @f(%A: memref<4xi32>, %a: i32) {
  %x = affine.load %A[0] : memref<4xi32>
  vector.print %x : i32
  affine.store %a, %A[0] : memref<4xi32>
  return
}
