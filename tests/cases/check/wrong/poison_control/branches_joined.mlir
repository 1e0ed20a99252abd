// Two branches become one on the conjunction of their conditions.
// input: c = false, n = 40: 0; after it the comparison of a shift by 40 is poison.
func.func @f(%x: i32, %n: i32, %c: i1) -> i32 {
  %zero = arith.constant 0 : i32
  %s = arith.shli %x, %n : i32
  %p = arith.cmpi eq, %s, %x : i32
  cf.cond_br %c, ^bb1, ^bb2(%zero : i32)
^bb1:
  cf.cond_br %p, ^bb2(%x : i32), ^bb2(%zero : i32)
^bb2(%r: i32):
  return %r : i32
}

// -----

func.func @f(%x: i32, %n: i32, %c: i1) -> i32 {
  %zero = arith.constant 0 : i32
  %s = arith.shli %x, %n : i32
  %p = arith.cmpi eq, %s, %x : i32
  %q = arith.andi %c, %p : i1
  cf.cond_br %q, ^bb2(%x : i32), ^bb2(%zero : i32)
^bb2(%r: i32):
  return %r : i32
}
