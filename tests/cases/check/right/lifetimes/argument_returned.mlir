// The argument is returned in both programs.
func.func @f(%A: memref<4xi32>) -> memref<4xi32> {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xi32>
    %two = arith.constant 2 : i32
    %y = arith.muli %x, %two : i32
    affine.store %y, %A[%i] : memref<4xi32>
  }
  return %A : memref<4xi32>
}

// -----

func.func @f(%A: memref<4xi32>) -> memref<4xi32> {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<4xi32>
  }
  return %A : memref<4xi32>
}
