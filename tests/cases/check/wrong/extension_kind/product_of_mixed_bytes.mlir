// The second factor of a dot product of unsigned and signed bytes is extended by zeros.
// input: A = 1, B = -1: -16, and 4080 after it.
func.func @f(%A: memref<16xi8>, %B: memref<16xi8>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 16 iter_args(%t = %zero) -> (i32) {
    %a = affine.load %A[%i] : memref<16xi8>
    %b = affine.load %B[%i] : memref<16xi8>
    %x = arith.extui %a : i8 to i32
    %y = arith.extsi %b : i8 to i32
    %p = arith.muli %x, %y : i32
    %n = arith.addi %t, %p : i32
    affine.yield %n : i32
  }
  return %s : i32
}

// -----

func.func @f(%A: memref<16xi8>, %B: memref<16xi8>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 16 iter_args(%t = %zero) -> (i32) {
    %a = affine.load %A[%i] : memref<16xi8>
    %b = affine.load %B[%i] : memref<16xi8>
    %x = arith.extui %a : i8 to i32
    %y = arith.extui %b : i8 to i32
    %p = arith.muli %x, %y : i32
    %n = arith.addi %t, %p : i32
    affine.yield %n : i32
  }
  return %s : i32
}
