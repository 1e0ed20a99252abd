// The product does not depend on the loop.
func.func @f(%A: memref<8xf32>, %a: f32, %b: f32) {
  affine.for %i = 0 to 8 {
    %p = arith.mulf %a, %b : f32
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %p : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %a: f32, %b: f32) {
  %p = arith.mulf %a, %b : f32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %p : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}
