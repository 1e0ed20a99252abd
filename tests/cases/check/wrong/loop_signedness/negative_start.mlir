// A loop that starts below 0 is counted without a sign.
// input: none: the sum of -2, -1, 0, 1 is -2, and 0 after it.
func.func @f() -> i32 {
  %a = arith.constant -2 : i32
  %b = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %a to %b step %one iter_args(%t = %zero) -> (i32) : i32 {
    %n = arith.addi %t, %i : i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

func.func @f() -> i32 {
  %a = arith.constant -2 : i32
  %b = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %p = arith.cmpi ult, %a, %b : i32
  %r = scf.if %p -> (i32) {
    %s = scf.for %i = %a to %b step %one iter_args(%t = %zero) -> (i32) : i32 {
      %n = arith.addi %t, %i : i32
      scf.yield %n : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %zero : i32
  }
  return %r : i32
}
