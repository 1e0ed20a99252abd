// -x becomes ~x.
// input: x = 1: -1, and -2 after it.
func.func @f(%A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.subi %zero, %x : i32
    affine.store %y, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.xori %x, %m : i32
    affine.store %y, %A[%i] : memref<8xi32>
  }
  return
}
