// A producer that calls a function is repeated for each reader.
// input: @cost is called 4 times, and 8 times after it.
func.func private @cost(f32) -> f32

func.func @f(%A: memref<4xf32>, %B: memref<4x2xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf32>
    %y = func.call @cost(%x) : (f32) -> f32
    affine.for %j = 0 to 2 {
      affine.store %y, %B[%i, %j] : memref<4x2xf32>
    }
  }
  return
}

// -----

func.func private @cost(f32) -> f32

func.func @f(%A: memref<4xf32>, %B: memref<4x2xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf32>
    affine.for %j = 0 to 2 {
      %y = func.call @cost(%x) : (f32) -> f32
      affine.store %y, %B[%i, %j] : memref<4x2xf32>
    }
  }
  return
}
