// A division by 3 has no undefined input, and may run although the loop has no iteration.
func.func @f(%A: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i32
  scf.for %i = %c0 to %c0 step %c1 {
    %q = arith.divui %x, %three : i32
    memref.store %q, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i32
  %q = arith.divui %x, %three : i32
  scf.for %i = %c0 to %c0 step %c1 {
    memref.store %q, %A[%i] : memref<8xi32>
  }
  return
}
