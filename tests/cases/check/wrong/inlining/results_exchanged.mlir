// The two results of the inlined function are exchanged.
// input: a = 7, b = 2: quotient 3 and remainder 1, and 1 and 3 after it.
// entry: f
func.func private @divide(%x: i32, %y: i32) -> (i32, i32) {
  %q = arith.divui %x, %y : i32
  %r = arith.remui %x, %y : i32
  return %q, %r : i32, i32
}

func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %r:2 = func.call @divide(%a, %b) : (i32, i32) -> (i32, i32)
  return %r#0, %r#1 : i32, i32
}

// -----

func.func private @divide(%x: i32, %y: i32) -> (i32, i32) {
  %q = arith.divui %x, %y : i32
  %r = arith.remui %x, %y : i32
  return %q, %r : i32, i32
}

func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %q = arith.divui %a, %b : i32
  %r = arith.remui %a, %b : i32
  return %r, %q : i32, i32
}
