// Cutting and extending by the sign becomes a mask.
// input: x = 255: -1, and 255 after it.
func.func @f(%A: memref<8xi32>) {
  %m = arith.constant 255 : i32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %t = arith.trunci %x : i32 to i8
    %y = arith.extsi %t : i8 to i32
    affine.store %y, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %m = arith.constant 255 : i32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.andi %x, %m : i32
    affine.store %y, %A[%i] : memref<8xi32>
  }
  return
}
