// The results of two calls are taken for each other.
// input: the first call returns 1 and the second 2: 1 - 2, and 2 - 1 after it.
func.func private @next() -> i32

func.func @f() -> i32 {
  %a = func.call @next() : () -> i32
  %b = func.call @next() : () -> i32
  %r = arith.subi %a, %b : i32
  return %r : i32
}

// -----

func.func private @next() -> i32

func.func @f() -> i32 {
  %a = func.call @next() : () -> i32
  %b = func.call @next() : () -> i32
  %r = arith.subi %b, %a : i32
  return %r : i32
}
