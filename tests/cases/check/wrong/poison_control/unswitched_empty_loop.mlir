// The condition is tested before a loop that has no iteration, and a test of poison is undefined.
// input: a = 2147483647: nothing happens; after it the sum is poison, and the branch on it undefined.
func.func @f(%A: memref<4xi32>, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi sgt, %s, %one : i32
  scf.for %i = %c0 to %c0 step %c1 {
    scf.if %p {
      memref.store %one, %A[%i] : memref<4xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi sgt, %s, %one : i32
  scf.if %p {
    scf.for %i = %c0 to %c0 step %c1 {
      memref.store %one, %A[%i] : memref<4xi32>
    }
  }
  return
}
