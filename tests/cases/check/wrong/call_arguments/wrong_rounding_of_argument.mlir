// The argument is not rounded to the smaller type any more.
// input: x = 1 + 2^-40: @put(1), and @put(1 + 2^-40) after it.
func.func private @put(f64)

func.func @f(%x: f64) {
  %s = arith.truncf %x : f64 to f32
  %y = arith.extf %s : f32 to f64
  func.call @put(%y) : (f64) -> ()
  return
}

// -----

func.func private @put(f64)

func.func @f(%x: f64) {
  func.call @put(%x) : (f64) -> ()
  return
}
