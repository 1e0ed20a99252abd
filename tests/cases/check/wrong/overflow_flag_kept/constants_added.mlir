// Two constants are added modulo 2^N, and the sum with the result keeps the flag.
// input: x = 127 as i8: 127 - 100 - 100 = -73, and 127 + 56 is poison after it.
// source: LLVM issue #140328 (arith canonicalization of addi)
func.func @f(%x: i8) -> i8 {
  %c = arith.constant -100 : i8
  %s = arith.addi %x, %c overflow<nsw> : i8
  %t = arith.addi %s, %c overflow<nsw> : i8
  return %t : i8
}

// -----

func.func @f(%x: i8) -> i8 {
  %c = arith.constant 56 : i8
  %t = arith.addi %x, %c overflow<nsw> : i8
  return %t : i8
}
