// A number takes the way through a smaller type.
// input: A[0] = 1 + 2^-40: itself, and 1 after it.
func.func @f(%A: memref<4xf64>, %B: memref<4xf64>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf64>
    affine.store %x, %B[%i] : memref<4xf64>
  }
  return
}

// -----

func.func @f(%A: memref<4xf64>, %B: memref<4xf64>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf64>
    %h = arith.truncf %x : f64 to f32
    %y = arith.extf %h : f32 to f64
    affine.store %y, %B[%i] : memref<4xf64>
  }
  return
}
