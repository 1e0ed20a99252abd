// The product of a number nobody has written and 0 is taken for 0, but for floats it can be a NaN.
// input: the memory holds an infinity: before it is 0, after it the product is a NaN.
func.func @zero(%B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %m = memref.alloca() : memref<1xf32>
  affine.store %zero, %B[0] : memref<1xf32>
  return
}

// -----

func.func @zero(%B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %m = memref.alloca() : memref<1xf32>
  %x = affine.load %m[0] : memref<1xf32>
  %y = arith.mulf %x, %zero : f32
  affine.store %y, %B[0] : memref<1xf32>
  return
}
