// A shift of 64 bits is computed in 32 bits, where the amount can be too large.
// input: a = 32: 4 >> 32 = 0, and poison after it.
// source: LLVM issue #218191 (arith-int-range-narrowing)
func.func @f(%a: i64) -> i64 {
  %mask = arith.constant 63 : i64
  %n = arith.andi %a, %mask : i64
  %v = arith.constant 4 : i64
  %r = arith.shrsi %v, %n : i64
  return %r : i64
}

// -----

func.func @f(%a: i64) -> i64 {
  %mask = arith.constant 63 : i64
  %n = arith.andi %a, %mask : i64
  %v = arith.constant 4 : i32
  %m = arith.trunci %n : i64 to i32
  %s = arith.shrsi %v, %m : i32
  %r = arith.extsi %s : i32 to i64
  return %r : i64
}
