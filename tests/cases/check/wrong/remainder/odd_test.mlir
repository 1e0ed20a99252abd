// The test for odd numbers compares a signed remainder with 1.
// input: x = -1: true, and -1 == 1 is false after it.
func.func @f(%x: i32) -> i1 {
  %one = arith.constant 1 : i32
  %b = arith.andi %x, %one : i32
  %r = arith.cmpi eq, %b, %one : i32
  return %r : i1
}

// -----

func.func @f(%x: i32) -> i1 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %b = arith.remsi %x, %two : i32
  %r = arith.cmpi eq, %b, %one : i32
  return %r : i1
}
