// Bits may be combined in any order.
func.func @f(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 8 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.xori %t, %x : i32
    affine.yield %n : i32
  }
  return %s : i32
}

// -----

func.func @f(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 8 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %A[7 - %i] : memref<8xi32>
    %n = arith.xori %t, %x : i32
    affine.yield %n : i32
  }
  return %s : i32
}
