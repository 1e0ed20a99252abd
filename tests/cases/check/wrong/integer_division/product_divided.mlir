// (a * 6) / 6 is taken for a, although the product may overflow.
// input: a = 2^30: 6 * 2^30 is -2^31 modulo 2^32, and that divided by 6 is -357913941.
func.func @f(%a: i32) -> i32 {
  %c = arith.constant 6 : i32
  %p = arith.muli %a, %c : i32
  %r = arith.divsi %p, %c : i32
  return %r : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  return %a : i32
}
