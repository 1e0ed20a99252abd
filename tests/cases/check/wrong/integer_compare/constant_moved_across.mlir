// x + 1 > y + 1 is taken for x > y, although the sums may overflow.
// input: x = 2147483647, y = 0: false, and true after it.
func.func @f(%x: i32, %y: i32) -> i1 {
  %one = arith.constant 1 : i32
  %a = arith.addi %x, %one : i32
  %b = arith.addi %y, %one : i32
  %r = arith.cmpi sgt, %a, %b : i32
  return %r : i1
}

// -----

func.func @f(%x: i32, %y: i32) -> i1 {
  %r = arith.cmpi sgt, %x, %y : i32
  return %r : i1
}
