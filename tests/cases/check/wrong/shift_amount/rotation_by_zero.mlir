// A rotation is written with a shift by 32 - n, which is too much for 0.
// input: n = 0: x, and poison after it.
func.func @f(%x: i32, %n: i32) -> i32 {
  %width = arith.constant 32 : i32
  %mask = arith.constant 31 : i32
  %k = arith.andi %n, %mask : i32
  %l = arith.shli %x, %k : i32
  %d = arith.subi %width, %k : i32
  %e = arith.andi %d, %mask : i32
  %h = arith.shrui %x, %e : i32
  %r = arith.ori %l, %h : i32
  return %r : i32
}

// -----

func.func @f(%x: i32, %n: i32) -> i32 {
  %width = arith.constant 32 : i32
  %mask = arith.constant 31 : i32
  %k = arith.andi %n, %mask : i32
  %l = arith.shli %x, %k : i32
  %d = arith.subi %width, %k : i32
  %h = arith.shrui %x, %d : i32
  %r = arith.ori %l, %h : i32
  return %r : i32
}
