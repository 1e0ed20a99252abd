// a - b + c becomes a + c - b, and the flag of the sum stays.
// input: a = 4294967295, b = 1, c = 1: 4294967295, and a + c is poison after it.
func.func @f(%a: i32, %b: i32, %c: i32) -> i32 {
  %d = arith.subi %a, %b overflow<nuw> : i32
  %r = arith.addi %d, %c overflow<nuw> : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32, %c: i32) -> i32 {
  %d = arith.addi %a, %c overflow<nuw> : i32
  %r = arith.subi %d, %b overflow<nuw> : i32
  return %r : i32
}
