// A choice whose result another choice hides becomes a branch.
// input: c = false, a = 2147483647: 0; after it the branch on poison is undefined.
func.func @f(%c: i1, %a: i32, %x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi sgt, %s, %one : i32
  %t = arith.select %p, %x, %y : i32
  %r = arith.select %c, %t, %zero : i32
  return %r : i32
}

// -----

func.func @f(%c: i1, %a: i32, %x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  %p = arith.cmpi sgt, %s, %one : i32
  %t = scf.if %p -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  %r = arith.select %c, %t, %zero : i32
  return %r : i32
}
