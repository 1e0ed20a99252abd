// Two nested conditions become one, which is poison where the outer one kept the inner one from being tested.
// input: c = false, a = 2147483647: nothing happens; after it the condition is poison.
func.func @f(%A: memref<4xi32>, %c: i1, %a: i32) {
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi sgt, %s, %one : i32
  scf.if %c {
    scf.if %p {
      affine.store %one, %A[0] : memref<4xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>, %c: i1, %a: i32) {
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi sgt, %s, %one : i32
  %q = arith.andi %c, %p : i1
  scf.if %q {
    affine.store %one, %A[0] : memref<4xi32>
  }
  return
}
