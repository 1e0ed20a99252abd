// An integer is converted as a signed one.
// input: x = 0xFFFFFFFF: 4294967295, and -1 after it.
func.func @f(%x: i32) -> f64 {
  %y = arith.uitofp %x : i32 to f64
  return %y : f64
}

// -----

func.func @f(%x: i32) -> f64 {
  %y = arith.sitofp %x : i32 to f64
  return %y : f64
}
