// The counter of a loop over all bytes is kept in a byte, which never reaches 256.
// input: none: 256 iterations; the loop over bytes from 0 to 0 has none.
func.func @f(%A: memref<256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c256 step %c1 {
    memref.store %one, %A[%i] : memref<256xi32>
  }
  return
}

// -----

func.func @f(%A: memref<256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %one = arith.constant 1 : i32
  %z = arith.constant 0 : i8
  %b = arith.constant 256 : i32
  %e = arith.trunci %b : i32 to i8
  %s = arith.constant 1 : i8
  scf.for %i = %z to %e step %s : i8 {
    %k = arith.index_castui %i : i8 to index
    memref.store %one, %A[%k] : memref<256xi32>
  }
  return
}
