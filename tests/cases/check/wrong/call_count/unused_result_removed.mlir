// A call whose result nobody uses is removed.
// input: @next counts its calls.
func.func private @next() -> i32

func.func @f(%a: i32) -> i32 {
  %x = func.call @next() : () -> i32
  return %a : i32
}

// -----

func.func private @next() -> i32

func.func @f(%a: i32) -> i32 {
  return %a : i32
}
