// Both copies of the body keep the flags of the loop.
func.func @f(%A: memref<8xf32>, %b: f32) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %x, %b fastmath<nnan> : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %b: f32) {
  affine.for %i = 0 to 8 step 2 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %x, %b fastmath<nnan> : f32
    affine.store %y, %A[%i] : memref<8xf32>
    %u = affine.load %A[%i + 1] : memref<8xf32>
    %v = arith.mulf %u, %b fastmath<nnan> : f32
    affine.store %v, %A[%i + 1] : memref<8xf32>
  }
  return
}
