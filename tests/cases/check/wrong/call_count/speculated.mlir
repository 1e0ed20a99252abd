// A call moves out of the condition that guards it.
// input: c = false: no call, and one after it.
func.func private @next() -> i32

func.func @f(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %x = func.call @next() : () -> i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}

// -----

func.func private @next() -> i32

func.func @f(%c: i1, %a: i32) -> i32 {
  %x = func.call @next() : () -> i32
  %r = arith.select %c, %x, %a : i32
  return %r : i32
}
