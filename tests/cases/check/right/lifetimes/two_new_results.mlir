// The two results are new memory in the other order of their allocation.
func.func @f(%a: i32, %b: i32) -> (memref<4xi32>, memref<4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  %n = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
    affine.store %b, %n[%i] : memref<4xi32>
  }
  return %m, %n : memref<4xi32>, memref<4xi32>
}

// -----

func.func @f(%a: i32, %b: i32) -> (memref<4xi32>, memref<4xi32>) {
  %n = memref.alloc() : memref<4xi32>
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
    affine.store %b, %n[%i] : memref<4xi32>
  }
  return %m, %n : memref<4xi32>, memref<4xi32>
}
