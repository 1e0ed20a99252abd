// Nobody uses the loaded number.
func.func @f(%A: memref<8xi32>, %a: i32) -> i32 {
  %x = affine.load %A[2] : memref<8xi32>
  %y = arith.muli %x, %a : i32
  return %a : i32
}

// -----

func.func @f(%A: memref<8xi32>, %a: i32) -> i32 {
  return %a : i32
}
