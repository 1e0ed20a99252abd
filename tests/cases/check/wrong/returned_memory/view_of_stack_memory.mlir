// A view of memory of the stack is returned.
// input: the caller reads the result after the frame has gone.
func.func @f(%a: i32) -> memref<2xi32, strided<[1], offset: 1>> {
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
  }
  %v = memref.subview %m[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>
  return %v : memref<2xi32, strided<[1], offset: 1>>
}

// -----

func.func @f(%a: i32) -> memref<2xi32, strided<[1], offset: 1>> {
  %m = memref.alloca() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
  }
  %v = memref.subview %m[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>
  return %v : memref<2xi32, strided<[1], offset: 1>>
}
