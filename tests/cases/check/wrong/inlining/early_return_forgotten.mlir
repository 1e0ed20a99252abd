// The called function returns early for negative numbers, and the inlined body does not.
// input: x = -4: 0, and -8 after it.
// entry: f
func.func private @double_positive(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi slt, %x, %zero : i32
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  return %zero : i32
^bb2:
  %d = arith.addi %x, %x : i32
  return %d : i32
}

func.func @f(%x: i32) -> i32 {
  %r = func.call @double_positive(%x) : (i32) -> i32
  return %r : i32
}

// -----

func.func private @double_positive(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi slt, %x, %zero : i32
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  return %zero : i32
^bb2:
  %d = arith.addi %x, %x : i32
  return %d : i32
}

func.func @f(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}
