// |x| is max(x, -x), for the smallest number, too.
func.func @f(%x: i32) -> i32 {
  %r = math.absi %x : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %n = arith.subi %zero, %x : i32
  %r = arith.maxsi %x, %n : i32
  return %r : i32
}
