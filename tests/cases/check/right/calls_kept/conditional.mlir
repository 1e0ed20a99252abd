// The call stays under its condition.
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
  cf.cond_br %c, ^bb1, ^bb2(%a : i32)
^bb1:
  %x = func.call @next() : () -> i32
  cf.br ^bb2(%x : i32)
^bb2(%r: i32):
  return %r : i32
}
