// A choice hides poison that `andi` does not hide.
func.func @f(%c: i1, %a: i32) -> i1 {
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi slt, %s, %one : i32
  %r = arith.andi %c, %p : i1
  return %r : i1
}

// -----

func.func @f(%c: i1, %a: i32) -> i1 {
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi slt, %s, %one : i32
  %false = arith.constant false
  %r = arith.select %c, %p, %false : i1
  return %r : i1
}
