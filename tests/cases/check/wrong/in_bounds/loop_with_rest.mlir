// All reads of a loop are said to be within the memref, though the last one is not.
// input: A = 1: 10, and anything after it.
func.func @f(%A: memref<10xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c10 step %c4 iter_args(%t = %zero) -> (i32) {
    %x = vector.transfer_read %A[%i], %zero : memref<10xi32>, vector<4xi32>
    %n = vector.reduction <add>, %x, %t : vector<4xi32> into i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

func.func @f(%A: memref<10xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c10 step %c4 iter_args(%t = %zero) -> (i32) {
    %x = vector.transfer_read %A[%i], %zero {in_bounds = [true]} : memref<10xi32>, vector<4xi32>
    %n = vector.reduction <add>, %x, %t : vector<4xi32> into i32
    scf.yield %n : i32
  }
  return %r : i32
}
