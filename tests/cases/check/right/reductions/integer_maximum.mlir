// Maxima of integers may be taken in any order.
func.func @f(%A: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %low = arith.constant -2147483648 : i32
  %s = scf.for %i = %c0 to %c16 step %c1 iter_args(%t = %low) -> (i32) {
    %x = memref.load %A[%i] : memref<16xi32>
    %n = arith.maxsi %t, %x : i32
    scf.yield %n : i32
  }
  return %s : i32
}

// -----

func.func @f(%A: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %low = arith.constant -2147483648 : i32
  %lows = arith.constant dense<-2147483648> : vector<4xi32>
  %v = scf.for %i = %c0 to %c16 step %c4 iter_args(%t = %lows) -> (vector<4xi32>) {
    %x = vector.load %A[%i] : memref<16xi32>, vector<4xi32>
    %n = arith.maxsi %t, %x : vector<4xi32>
    scf.yield %n : vector<4xi32>
  }
  %s = vector.reduction <maxsi>, %v : vector<4xi32> into i32
  return %s : i32
}
