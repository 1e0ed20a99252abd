// A sum without the flags is one that the flags allow.
func.func @f(%A: memref<8xf32>, %b: f32) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %b fastmath<fast> : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %b: f32) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %b : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}
