// A loop whose bound is negative as a signed number runs as a loop over unsigned numbers.
// input: n = -1: no iteration; after it the first ones store to A.
func.func @f(%A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = arith.constant -1 : i32
  %eight = arith.constant 8 : i32
  scf.for %i = %zero to %m step %one : i32 {
    %k = arith.index_cast %i : i32 to index
    memref.store %one, %A[%k] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = arith.constant -1 : i32
  %eight = arith.constant 8 : i32
  %n = arith.minui %m, %eight : i32
  scf.for %i = %zero to %n step %one : i32 {
    %k = arith.index_cast %i : i32 to index
    memref.store %one, %A[%k] : memref<8xi32>
  }
  return
}
