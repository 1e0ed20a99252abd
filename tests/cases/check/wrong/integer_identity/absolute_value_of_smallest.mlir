// |x| is taken for never negative.
// input: x = -128: -128 < 0 is true, and false after it.
func.func @f(%x: i8) -> i1 {
  %zero = arith.constant 0 : i8
  %a = math.absi %x : i8
  %r = arith.cmpi slt, %a, %zero : i8
  return %r : i1
}

// -----

func.func @f(%x: i8) -> i1 {
  %r = arith.constant false
  return %r : i1
}
