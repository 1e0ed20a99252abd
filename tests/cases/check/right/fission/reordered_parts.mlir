// The part that reads the old cells comes first.
func.func @f(%A: memref<9xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %y = affine.load %A[%i + 1] : memref<9xi32>
    affine.store %y, %B[%i] : memref<8xi32>
    %z = arith.constant 0 : i32
    affine.store %z, %A[%i] : memref<9xi32>
  }
  return
}

// -----

func.func @f(%A: memref<9xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %y = affine.load %A[%i + 1] : memref<9xi32>
    affine.store %y, %B[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %z = arith.constant 0 : i32
    affine.store %z, %A[%i] : memref<9xi32>
  }
  return
}
