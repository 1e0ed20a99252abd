// The partial sums of a loop are computed in another order with the same flags.
// input: A = -1, 2147483647, 1, 0: 2147483647; after it 0 + 0 + 1 + 2147483647 is poison.
func.func @f(%A: memref<4xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 4 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %A[%i] : memref<4xi32>
    %n = arith.addi %t, %x overflow<nsw> : i32
    affine.yield %n : i32
  }
  return %s : i32
}

// -----

func.func @f(%A: memref<4xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 4 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %A[3 - %i] : memref<4xi32>
    %n = arith.addi %t, %x overflow<nsw> : i32
    affine.yield %n : i32
  }
  return %s : i32
}
