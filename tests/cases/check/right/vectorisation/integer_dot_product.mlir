// Four partial sums of integers are added at the end.
func.func @f(%A: memref<16xi32>, %B: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%t = %zero) -> (i32) {
    %x = memref.load %A[%i] : memref<16xi32>
    %y = memref.load %B[%i] : memref<16xi32>
    %p = arith.muli %x, %y : i32
    %n = arith.addi %t, %p : i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

func.func @f(%A: memref<16xi32>, %B: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %zeros = arith.constant dense<0> : vector<4xi32>
  %s = scf.for %i = %c0 to %c16 step %c4 iter_args(%t = %zeros) -> (vector<4xi32>) {
    %x = vector.load %A[%i] : memref<16xi32>, vector<4xi32>
    %y = vector.load %B[%i] : memref<16xi32>, vector<4xi32>
    %p = arith.muli %x, %y : vector<4xi32>
    %n = arith.addi %t, %p : vector<4xi32>
    scf.yield %n : vector<4xi32>
  }
  %r = vector.reduction <add>, %s : vector<4xi32> into i32
  return %r : i32
}
