// One cell of the result is never written.
// input: a = 3: the last cell is 3, and anything after it.
func.func @make(%a: i32) -> memref<8xi32> {
  %m = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 8 {
    affine.store %a, %m[%i] : memref<8xi32>
  }
  return %m : memref<8xi32>
}

// -----

func.func @make(%a: i32) -> memref<8xi32> {
  %m = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 7 {
    affine.store %a, %m[%i] : memref<8xi32>
  }
  return %m : memref<8xi32>
}
