// The result of one call is used twice, as before.
func.func private @next() -> i32

func.func @f() -> i32 {
  %x = func.call @next() : () -> i32
  %two = arith.constant 2 : i32
  %r = arith.muli %x, %two : i32
  return %r : i32
}

// -----

func.func private @next() -> i32

func.func @f() -> i32 {
  %x = func.call @next() : () -> i32
  %r = arith.addi %x, %x : i32
  return %r : i32
}
