// A choice within the second arm is joined as if it were in the first.
// input: c = false, d = true: 2, and 3 after it.
func.func @f(%c: i1, %d: i1) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %r = scf.if %c -> (i32) {
    scf.yield %one : i32
  } else {
    %s = arith.select %d, %two, %three : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// -----

func.func @f(%c: i1, %d: i1) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %r = scf.if %c -> (i32) {
    scf.yield %one : i32
  } else {
    %cd = arith.andi %c, %d : i1
    %s = arith.select %cd, %two, %three : i32
    scf.yield %s : i32
  }
  return %r : i32
}
