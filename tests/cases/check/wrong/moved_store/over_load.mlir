// A store moves up over a load of the same cell.
// input: A[2] = 5: 5, and 0 after it.
func.func @up(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %x = affine.load %A[2] : memref<8xi32>
  affine.store %zero, %A[2] : memref<8xi32>
  return %x : i32
}

// -----

func.func @up(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[2] : memref<8xi32>
  %x = affine.load %A[2] : memref<8xi32>
  return %x : i32
}
