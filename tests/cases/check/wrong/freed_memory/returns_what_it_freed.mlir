// The result is freed before it is returned.
// input: the caller reads the result.
func.func @f(%a: i32) -> memref<4xi32> {
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
  }
  return %m : memref<4xi32>
}

// -----

func.func @f(%a: i32) -> memref<4xi32> {
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
  }
  memref.dealloc %m : memref<4xi32>
  return %m : memref<4xi32>
}
