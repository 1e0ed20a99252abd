// The bits of two floats are compared as integers.
// input: a = -1, b = -2: false, and true after it.
func.func @f(%a: f32, %b: f32) -> i1 {
  %r = arith.cmpf olt, %a, %b : f32
  return %r : i1
}

// -----

func.func @f(%a: f32, %b: f32) -> i1 {
  %x = arith.bitcast %a : f32 to i32
  %y = arith.bitcast %b : f32 to i32
  %r = arith.cmpi slt, %x, %y : i32
  return %r : i1
}
