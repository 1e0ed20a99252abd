// Two allocations of the same shape become one.
// input: any: B[0] is 1, and 2 after it.
func.func @merge(%B: memref<4xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %m = memref.alloca() : memref<4xi32>
  %n = memref.alloca() : memref<4xi32>
  affine.store %one, %m[0] : memref<4xi32>
  affine.store %two, %n[0] : memref<4xi32>
  %x = affine.load %m[0] : memref<4xi32>
  affine.store %x, %B[0] : memref<4xi32>
  return
}

// -----

func.func @merge(%B: memref<4xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %m = memref.alloca() : memref<4xi32>
  affine.store %one, %m[0] : memref<4xi32>
  affine.store %two, %m[0] : memref<4xi32>
  %x = affine.load %m[0] : memref<4xi32>
  affine.store %x, %B[0] : memref<4xi32>
  return
}
