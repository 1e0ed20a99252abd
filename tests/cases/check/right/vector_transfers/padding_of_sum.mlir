// Padding with 0 does not change a sum of integers.
func.func @f(%A: memref<6xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%t = %zero) -> (i32) {
    %x = memref.load %A[%i] : memref<6xi32>
    %n = arith.addi %t, %x : i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

func.func @f(%A: memref<6xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c6 step %c4 iter_args(%t = %zero) -> (i32) {
    %x = vector.transfer_read %A[%i], %zero : memref<6xi32>, vector<4xi32>
    %n = vector.reduction <add>, %x, %t : vector<4xi32> into i32
    scf.yield %n : i32
  }
  return %r : i32
}
