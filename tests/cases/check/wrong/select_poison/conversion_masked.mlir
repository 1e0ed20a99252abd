// A result becomes a conversion to integers of which every bit is masked: where it does not fit it is poison all the same.
// input: x = NaN.
func.func @f(%x: f32) -> i32 {
  %zero = arith.constant 0 : i32
  return %zero : i32
}

// -----

func.func @f(%x: f32) -> i32 {
  %zero = arith.constant 0 : i32
  %n = arith.fptosi %x : f32 to i32
  %r = arith.andi %n, %zero : i32
  return %r : i32
}
