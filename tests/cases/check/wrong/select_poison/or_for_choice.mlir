// A choice whose third operand may be poison becomes `ori`.
// input: c = true, n = 40: true, and poison after it.
func.func @f(%c: i1, %a: i32, %n: i32) -> i1 {
  %s = arith.shli %a, %n : i32
  %p = arith.cmpi eq, %s, %a : i32
  %true = arith.constant true
  %r = arith.select %c, %true, %p : i1
  return %r : i1
}

// -----

func.func @f(%c: i1, %a: i32, %n: i32) -> i1 {
  %s = arith.shli %a, %n : i32
  %p = arith.cmpi eq, %s, %a : i32
  %r = arith.ori %c, %p : i1
  return %r : i1
}
