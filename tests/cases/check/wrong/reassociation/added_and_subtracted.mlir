// A number that is added and subtracted again disappears without a flag.
// input: a = 1, b = 1e30: 0, and 1 after it.
func.func @cancel(%A: memref<4xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %b = affine.load %B[%i] : memref<4xf32>
    %s = arith.addf %a, %b : f32
    %r = arith.subf %s, %b : f32
    affine.store %r, %B[%i] : memref<4xf32>
  }
  return
}

// -----

func.func @cancel(%A: memref<4xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    affine.store %a, %B[%i] : memref<4xf32>
  }
  return
}
