// The padding of a minimum is 0 instead of the largest number.
// input: A = 5: 5, and 0 after it.
func.func @f(%A: memref<10xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %start = arith.constant 2147483647 : i32
  %p = arith.constant 2147483647 : i32
  %r = scf.for %i = %c0 to %c10 step %c4 iter_args(%t = %start) -> (i32) {
    %x = vector.transfer_read %A[%i], %p : memref<10xi32>, vector<4xi32>
    %m = vector.reduction <minsi>, %x, %t : vector<4xi32> into i32
    scf.yield %m : i32
  }
  return %r : i32
}

// -----

func.func @f(%A: memref<10xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %start = arith.constant 2147483647 : i32
  %p = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c10 step %c4 iter_args(%t = %start) -> (i32) {
    %x = vector.transfer_read %A[%i], %p : memref<10xi32>, vector<4xi32>
    %m = vector.reduction <minsi>, %x, %t : vector<4xi32> into i32
    scf.yield %m : i32
  }
  return %r : i32
}
