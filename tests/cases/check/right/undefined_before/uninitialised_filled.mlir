// The first program leaves the last cell of its result unwritten, and the second may fill it.
func.func @f(%a: i32) -> memref<8xi32> {
  %m = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 7 {
    affine.store %a, %m[%i] : memref<8xi32>
  }
  return %m : memref<8xi32>
}

// -----

func.func @f(%a: i32) -> memref<8xi32> {
  %m = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 8 {
    affine.store %a, %m[%i] : memref<8xi32>
  }
  return %m : memref<8xi32>
}
