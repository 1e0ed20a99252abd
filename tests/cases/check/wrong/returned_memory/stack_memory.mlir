// Memory of the stack of the function is returned.
// input: the caller reads the result after the frame has gone.
func.func @f(%a: f32) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xf32>
  }
  return %m : memref<4xf32>
}

// -----

func.func @f(%a: f32) -> memref<4xf32> {
  %m = memref.alloca() : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xf32>
  }
  return %m : memref<4xf32>
}
