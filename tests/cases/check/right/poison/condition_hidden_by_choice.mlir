// The condition is tested only where it was tested before, by the choice that hides it.
func.func @f(%A: memref<4xi32>, %c: i1, %a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi sgt, %s, %one : i32
  %t = arith.select %p, %one, %zero : i32
  %r = arith.select %c, %t, %zero : i32
  return %r : i32
}

// -----

func.func @f(%A: memref<4xi32>, %c: i1, %a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi sgt, %s, %one : i32
  %false = arith.constant false
  %q = arith.select %c, %p, %false : i1
  %r = arith.select %q, %one, %zero : i32
  return %r : i32
}
