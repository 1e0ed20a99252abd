// The two numbers that a loop carries are exchanged at its end.
// input: n = 8 iterations: 21 and 34 become 34 and 21.
func.func @fibonacci() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = arith.constant 0 : i32
  %b = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
    %z = arith.addi %x, %y : i32
    scf.yield %y, %z : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

func.func @fibonacci() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = arith.constant 0 : i32
  %b = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
    %z = arith.addi %x, %y : i32
    scf.yield %y, %z : i32, i32
  }
  return %r#1, %r#0 : i32, i32
}
