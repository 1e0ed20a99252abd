// A check of two bounds becomes a signed comparison with the upper one.
// input: x = -1: false, and true after it.
func.func @f(%x: i32) -> i1 {
  %n = arith.constant 10 : i32
  %zero = arith.constant 0 : i32
  %a = arith.cmpi sge, %x, %zero : i32
  %b = arith.cmpi slt, %x, %n : i32
  %r = arith.andi %a, %b : i1
  return %r : i1
}

// -----

func.func @f(%x: i32) -> i1 {
  %n = arith.constant 10 : i32
  %r = arith.cmpi slt, %x, %n : i32
  return %r : i1
}
