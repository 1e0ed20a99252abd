// The padding of a product is that of a sum.
// input: A = 2: 2 * 2 * 1 * 1 = 4, and 0 after it.
func.func @f(%A: memref<6xi32>) -> i32 {
  %c4 = arith.constant 4 : index
  %p = arith.constant 1 : i32
  %x = vector.transfer_read %A[%c4], %p : memref<6xi32>, vector<4xi32>
  %r = vector.reduction <mul>, %x : vector<4xi32> into i32
  return %r : i32
}

// -----

func.func @f(%A: memref<6xi32>) -> i32 {
  %c4 = arith.constant 4 : index
  %p = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c4], %p : memref<6xi32>, vector<4xi32>
  %r = vector.reduction <mul>, %x : vector<4xi32> into i32
  return %r : i32
}
