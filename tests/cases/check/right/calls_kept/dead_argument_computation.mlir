// The number that no call gets is not computed.
func.func private @next() -> i32

func.func @f(%a: i32) -> i32 {
  %x = func.call @next() : () -> i32
  %y = arith.muli %x, %a : i32
  return %x : i32
}

// -----

func.func private @next() -> i32

func.func @f(%a: i32) -> i32 {
  %x = func.call @next() : () -> i32
  return %x : i32
}
