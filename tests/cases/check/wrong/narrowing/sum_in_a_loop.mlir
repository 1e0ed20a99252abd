// A sum that a loop carries is kept in 16 bits.
// input: all of A are 32767: 8 * 32767 = 262136, and -8 after it.
func.func @f(%A: memref<8xi16>) -> i32 {
  %zero = arith.constant 0 : i32
  %r = affine.for %i = 0 to 8 iter_args(%s = %zero) -> (i32) {
    %a = affine.load %A[%i] : memref<8xi16>
    %x = arith.extsi %a : i16 to i32
    %t = arith.addi %s, %x : i32
    affine.yield %t : i32
  }
  return %r : i32
}

// -----

func.func @f(%A: memref<8xi16>) -> i32 {
  %zero = arith.constant 0 : i16
  %r = affine.for %i = 0 to 8 iter_args(%s = %zero) -> (i16) {
    %a = affine.load %A[%i] : memref<8xi16>
    %t = arith.addi %s, %a : i16
    affine.yield %t : i16
  }
  %x = arith.extsi %r : i16 to i32
  return %x : i32
}
