// An index is compared in 32 bits.
// input: n = 4294967296: true, and 0 > 5 is false after it.
// sizes: 4294967296
func.func @f(%n: index) -> i1 {
  %c5 = arith.constant 5 : index
  %r = arith.cmpi ugt, %n, %c5 : index
  return %r : i1
}

// -----

func.func @f(%n: index) -> i1 {
  %five = arith.constant 5 : i32
  %x = arith.index_cast %n : index to i32
  %r = arith.cmpi ugt, %x, %five : i32
  return %r : i1
}
