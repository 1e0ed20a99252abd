// Whole tiles and a loop over the rest cover each cell once.
func.func @f(%A: memref<11xf32>, %b: f32) {
  affine.for %i = 0 to 11 {
    %x = affine.load %A[%i] : memref<11xf32>
    %y = arith.addf %x, %b : f32
    affine.store %y, %A[%i] : memref<11xf32>
  }
  return
}

// -----

func.func @f(%A: memref<11xf32>, %b: f32) {
  affine.for %t = 0 to 8 step 4 {
    affine.for %i = 0 to 4 {
      %x = affine.load %A[%t + %i] : memref<11xf32>
      %y = arith.addf %x, %b : f32
      affine.store %y, %A[%t + %i] : memref<11xf32>
    }
  }
  affine.for %i = 8 to 11 {
    %x = affine.load %A[%i] : memref<11xf32>
    %y = arith.addf %x, %b : f32
    affine.store %y, %A[%i] : memref<11xf32>
  }
  return
}
