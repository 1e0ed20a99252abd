// x + 1 > x wherever the sum has a value.
func.func @f(%x: i32) -> i1 {
  %one = arith.constant 1 : i32
  %s = arith.addi %x, %one overflow<nsw> : i32
  %r = arith.cmpi sgt, %s, %x : i32
  return %r : i1
}

// -----

func.func @f(%x: i32) -> i1 {
  %r = arith.constant true
  return %r : i1
}
