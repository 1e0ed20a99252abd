// The asserted condition is a choice that hides poison, and becomes an `ori` that does not.
// input: c = false, a = 2147483647: the assertion holds; after it its condition is poison.
func.func @f(%c: i1, %a: i32) -> i32 {
  %true = arith.constant true
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi ne, %s, %one : i32
  %q = arith.select %c, %p, %true : i1
  cf.assert %q, "one"
  return %a : i32
}

// -----

func.func @f(%c: i1, %a: i32) -> i32 {
  %true = arith.constant true
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi ne, %s, %one : i32
  %n = arith.xori %c, %true : i1
  %q = arith.ori %n, %p : i1
  cf.assert %q, "one"
  return %a : i32
}
