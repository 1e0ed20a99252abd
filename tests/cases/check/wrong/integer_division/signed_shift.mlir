// A division by 4 becomes a shift, which rounds down.
// input: x = -1: 0, and -1 after it.
func.func @f(%A: memref<8xi32>) {
  %four = arith.constant 4 : i32
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.divsi %x, %four : i32
    affine.store %y, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %four = arith.constant 4 : i32
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.shrsi %x, %two : i32
    affine.store %y, %A[%i] : memref<8xi32>
  }
  return
}
