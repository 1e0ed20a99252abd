// The conversion to a smaller type gets a rounding mode.
// input: x = 1 + 2^-24 + 2^-30: 1 + 2^-23, and 1 after it.
func.func @f(%A: memref<4xf64>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf64>
    %y = arith.truncf %x : f64 to f32
    affine.store %y, %B[%i] : memref<4xf32>
  }
  return
}

// -----

func.func @f(%A: memref<4xf64>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf64>
    %y = arith.truncf %x downward : f64 to f32
    affine.store %y, %B[%i] : memref<4xf32>
  }
  return
}
