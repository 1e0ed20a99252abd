// The last tile is moved back to end at the border, and repeats cells that are not idempotent.
// input: A = 1: A[6] is 2, and 4 after it.
func.func @double(%A: memref<10xi32>) {
  affine.for %i = 0 to 10 {
    %x = affine.load %A[%i] : memref<10xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<10xi32>
  }
  return
}

// -----

func.func @double(%A: memref<10xi32>) {
  affine.for %t = 0 to 10 step 4 {
    %b = affine.min affine_map<(d0) -> (d0, 6)>(%t)
    affine.for %i = 0 to 4 {
      %k = arith.addi %b, %i : index
      %x = memref.load %A[%k] : memref<10xi32>
      %y = arith.addi %x, %x : i32
      memref.store %y, %A[%k] : memref<10xi32>
    }
  }
  return
}
