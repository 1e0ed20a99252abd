// Both sums do not overflow, so that the 1 may be taken away.
func.func @f(%x: i32, %y: i32) -> i1 {
  %one = arith.constant 1 : i32
  %a = arith.addi %x, %one overflow<nsw> : i32
  %b = arith.addi %y, %one overflow<nsw> : i32
  %r = arith.cmpi sgt, %a, %b : i32
  return %r : i1
}

// -----

func.func @f(%x: i32, %y: i32) -> i1 {
  %r = arith.cmpi sgt, %x, %y : i32
  return %r : i1
}
