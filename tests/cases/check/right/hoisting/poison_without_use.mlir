// The sum that may overflow is computed before the loop and used within it only: poison that nobody uses does no harm.
func.func @f(%A: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c0 step %c1 {
    %q = arith.addi %x, %one overflow<nsw> : i32
    memref.store %q, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %q = arith.addi %x, %one overflow<nsw> : i32
  scf.for %i = %c0 to %c0 step %c1 {
    memref.store %q, %A[%i] : memref<8xi32>
  }
  return
}
