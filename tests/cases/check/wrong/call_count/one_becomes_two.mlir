// The call moves into both uses of its result.
// input: @next returns 1 and then 2: 2, and 3 after it.
func.func private @next() -> i32

func.func @f() -> i32 {
  %a = func.call @next() : () -> i32
  %r = arith.addi %a, %a : i32
  return %r : i32
}

// -----

func.func private @next() -> i32

func.func @f() -> i32 {
  %a = func.call @next() : () -> i32
  %b = func.call @next() : () -> i32
  %r = arith.addi %a, %b : i32
  return %r : i32
}
