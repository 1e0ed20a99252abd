// The stencil reads one memref and writes another one.
func.func @f(%A: memref<18xf32>, %B: memref<18xf32>) {
  affine.for %i = 1 to 17 {
    %x = affine.load %A[%i - 1] : memref<18xf32>
    %y = affine.load %A[%i + 1] : memref<18xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %B[%i] : memref<18xf32>
  }
  return
}

// -----

func.func @f(%A: memref<18xf32>, %B: memref<18xf32>) {
  affine.parallel (%i) = (1) to (17) {
    %x = affine.load %A[%i - 1] : memref<18xf32>
    %y = affine.load %A[%i + 1] : memref<18xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %B[%i] : memref<18xf32>
  }
  return
}
