// The last iteration comes behind the loop.
func.func @f(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 8 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %t, %x : i32
    affine.yield %n : i32
  }
  return %s : i32
}

// -----

func.func @f(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 7 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %t, %x : i32
    affine.yield %n : i32
  }
  %y = affine.load %A[7] : memref<8xi32>
  %r = arith.addi %s, %y : i32
  return %r : i32
}
