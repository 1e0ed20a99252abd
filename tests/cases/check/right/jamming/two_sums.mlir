// Two rows are summed at once, each in its order.
func.func @f(%A: memref<4x6xf32>, %r: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    %s = affine.for %j = 0 to 6 iter_args(%t = %zero) -> (f32) {
      %x = affine.load %A[%i, %j] : memref<4x6xf32>
      %n = arith.addf %t, %x : f32
      affine.yield %n : f32
    }
    affine.store %s, %r[%i] : memref<4xf32>
  }
  return
}

// -----

func.func @f(%A: memref<4x6xf32>, %r: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 step 2 {
    %s:2 = affine.for %j = 0 to 6 iter_args(%t = %zero, %u = %zero) -> (f32, f32) {
      %x = affine.load %A[%i, %j] : memref<4x6xf32>
      %n = arith.addf %t, %x : f32
      %y = affine.load %A[%i + 1, %j] : memref<4x6xf32>
      %m = arith.addf %u, %y : f32
      affine.yield %n, %m : f32, f32
    }
    affine.store %s#0, %r[%i] : memref<4xf32>
    affine.store %s#1, %r[%i + 1] : memref<4xf32>
  }
  return
}
