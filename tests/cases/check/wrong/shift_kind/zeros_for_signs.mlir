// A shift that repeats the sign shifts in zeros.
// input: x = -8: -2, and 1073741822 after it.
func.func @f(%A: memref<8xi32>) {
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.shrsi %x, %two : i32
    affine.store %y, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.shrui %x, %two : i32
    affine.store %y, %A[%i] : memref<8xi32>
  }
  return
}
