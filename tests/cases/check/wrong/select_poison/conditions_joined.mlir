// Two choices become one whose condition is poison although the outer one decides alone.
// input: p = false, a = 2147483647: y, and poison after it.
// source: LLVM pull request #84685 (arith canonicalization of select)
func.func @f(%p: i1, %a: i32, %x: i32, %y: i32) -> i32 {
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %q = arith.cmpi slt, %s, %one : i32
  %i = arith.select %q, %x, %y : i32
  %r = arith.select %p, %i, %y : i32
  return %r : i32
}

// -----

func.func @f(%p: i1, %a: i32, %x: i32, %y: i32) -> i32 {
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %q = arith.cmpi slt, %s, %one : i32
  %b = arith.andi %p, %q : i1
  %r = arith.select %b, %x, %y : i32
  return %r : i32
}
