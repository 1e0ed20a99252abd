// One memref is returned twice instead of two.
// input: the caller stores 1 to the first result and reads 1 from the second.
func.func @f(%a: i32) -> (memref<4xi32>, memref<4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  %n = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
    affine.store %a, %n[%i] : memref<4xi32>
  }
  return %m, %n : memref<4xi32>, memref<4xi32>
}

// -----

func.func @f(%a: i32) -> (memref<4xi32>, memref<4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
  }
  return %m, %m : memref<4xi32>, memref<4xi32>
}
