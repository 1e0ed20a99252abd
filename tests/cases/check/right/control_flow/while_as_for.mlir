// The loop counts to 10 in steps of 2.
func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %r:2 = scf.while (%i = %c0, %t = %zero) : (index, i32) -> (index, i32) {
    %go = arith.cmpi ult, %i, %c10 : index
    scf.condition(%go) %i, %t : index, i32
  } do {
  ^bb0(%i: index, %t: i32):
    %n = arith.addi %t, %three : i32
    %k = arith.addi %i, %c2 : index
    scf.yield %k, %n : index, i32
  }
  return %r#1 : i32
}

// -----

func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %c10 step %c2 iter_args(%t = %zero) -> (i32) {
    %n = arith.addi %t, %three : i32
    scf.yield %n : i32
  }
  return %r : i32
}
