// The last lane is left out.
// input: v = 1: 8, and 7 after it.
func.func @f(%A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %r = affine.for %i = 0 to 8 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %t, %x : i32
    affine.yield %n : i32
  }
  return %r : i32
}

// -----

func.func @f(%A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] : memref<8xi32>, vector<8xi32>
  %w = vector.extract_strided_slice %v {offsets = [0], sizes = [7], strides = [1]} : vector<8xi32> to vector<7xi32>
  %r = vector.reduction <add>, %w : vector<7xi32> into i32
  return %r : i32
}
