// The sum of a loop is kept in 16 bits.
// input: A = 32767: 262136, and -8 after it.
func.func @f(%A: memref<8xi16>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 8 iter_args(%t = %zero) -> (i32) {
    %a = affine.load %A[%i] : memref<8xi16>
    %x = arith.extsi %a : i16 to i32
    %n = arith.addi %t, %x : i32
    affine.yield %n : i32
  }
  return %s : i32
}

// -----

func.func @f(%A: memref<8xi16>) -> i32 {
  %zero = arith.constant 0 : i16
  %u = affine.for %i = 0 to 8 iter_args(%t = %zero) -> (i16) {
    %a = affine.load %A[%i] : memref<8xi16>
    %n = arith.addi %t, %a : i16
    affine.yield %n : i16
  }
  %s = arith.extsi %u : i16 to i32
  return %s : i32
}
