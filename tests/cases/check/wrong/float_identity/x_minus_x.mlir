// x - x is 0 only if x is finite, and `reassoc` with `nsz` does not promise that.
// input: x = inf: NaN, and 0 after it.
func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf32>
    %r = arith.subf %x, %x fastmath<reassoc,nsz> : f32
    affine.store %r, %B[%i] : memref<4xf32>
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %r = arith.constant 0.0 : f32
    affine.store %r, %B[%i] : memref<4xf32>
  }
  return
}
