// The tiles are disjoint and cover all 16 cells.
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %B[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %t = 0 to 16 step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 4)>(%t) {
      %x = affine.load %A[%i] : memref<16xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %B[%i] : memref<16xf32>
    }
  }
  return
}
