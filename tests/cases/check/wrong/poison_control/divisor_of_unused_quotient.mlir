// The choice of the divisor becomes a choice of quotients, of which one divides by poison.
// input: c = false, a = 2147483647: x / 5; after it the other division, by poison, is undefined.
func.func @f(%c: i1, %a: i32, %x: i32) -> i32 {
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  %m = arith.ori %a, %one : i32
  %s = arith.addi %m, %one overflow<nsw, nuw> : i32
  %d = arith.select %c, %s, %five : i32
  %r = arith.divui %x, %d : i32
  return %r : i32
}

// -----

func.func @f(%c: i1, %a: i32, %x: i32) -> i32 {
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  %m = arith.ori %a, %one : i32
  %s = arith.addi %m, %one overflow<nsw, nuw> : i32
  %q = arith.divui %x, %s : i32
  %t = arith.divui %x, %five : i32
  %r = arith.select %c, %q, %t : i32
  return %r : i32
}
