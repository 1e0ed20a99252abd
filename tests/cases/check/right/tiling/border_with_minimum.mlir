// The last tile ends at the border.
func.func @f(%A: memref<19xi32>) {
  affine.for %i = 0 to 19 {
    %x = affine.load %A[%i] : memref<19xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<19xi32>
  }
  return
}

// -----

func.func @f(%A: memref<19xi32>) {
  affine.for %t = 0 to 19 step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0) -> (d0 + 4, 19)>(%t) {
      %x = affine.load %A[%i] : memref<19xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%i] : memref<19xi32>
    }
  }
  return
}
