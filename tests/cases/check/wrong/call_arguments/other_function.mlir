// Another function is called.
// input: @sine gets the number instead of @cosine.
func.func private @cosine(f64) -> f64
func.func private @sine(f64) -> f64

func.func @f(%x: f64) -> f64 {
  %r = func.call @cosine(%x) : (f64) -> f64
  return %r : f64
}

// -----

func.func private @cosine(f64) -> f64
func.func private @sine(f64) -> f64

func.func @f(%x: f64) -> f64 {
  %r = func.call @sine(%x) : (f64) -> f64
  return %r : f64
}
