// The loop over tiles keeps the step 1, and so cells are doubled several times.
// input: A = 1: A[1] is 2, and 4 after it.
func.func @double(%A: memref<16xi32>) {
  affine.for %t = 0 to 16 step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 4)>(%t) {
      %x = affine.load %A[%i] : memref<16xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%i] : memref<16xi32>
    }
  }
  return
}

// -----

func.func @double(%A: memref<16xi32>) {
  affine.for %t = 0 to 13 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 4)>(%t) {
      %x = affine.load %A[%i] : memref<16xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%i] : memref<16xi32>
    }
  }
  return
}
