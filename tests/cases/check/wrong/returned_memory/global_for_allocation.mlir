// A global is returned instead of new memory, so that two calls return the same.
// input: the caller calls twice, stores to the first result and reads the second.
memref.global "private" @g : memref<4xi32> = dense<0>

func.func @f() -> memref<4xi32> {
  %zero = arith.constant 0 : i32
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %zero, %m[%i] : memref<4xi32>
  }
  return %m : memref<4xi32>
}

// -----

memref.global "private" @g : memref<4xi32> = dense<0>

func.func @f() -> memref<4xi32> {
  %zero = arith.constant 0 : i32
  %m = memref.get_global @g : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %zero, %m[%i] : memref<4xi32>
  }
  return %m : memref<4xi32>
}
