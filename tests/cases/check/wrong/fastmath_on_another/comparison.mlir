// The flag of one comparison appears on another one.
// input: c = NaN: the second result is true, and poison after it.
func.func @f(%a: f32, %b: f32, %c: f32) -> (i1, i1) {
  %p = arith.cmpf olt, %a, %b fastmath<nnan> : f32
  %q = arith.cmpf uno, %a, %c : f32
  return %p, %q : i1, i1
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32) -> (i1, i1) {
  %p = arith.cmpf olt, %a, %b fastmath<nnan> : f32
  %q = arith.cmpf uno, %a, %c fastmath<nnan> : f32
  return %p, %q : i1, i1
}
