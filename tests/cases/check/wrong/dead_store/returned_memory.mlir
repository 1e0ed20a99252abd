// The memory that a function fills is returned, and the stores to it are removed because nobody reads it here.
// input: a = 3: the result holds 3, and nothing after it.
func.func @make(%a: f32) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xf32>
  }
  return %m : memref<4xf32>
}

// -----

func.func @make(%a: f32) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  return %m : memref<4xf32>
}
