// Of the private buffer each iteration uses its own cell only, so that one cell is enough.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %m = memref.alloca() : memref<8xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.muli %x, %x : i32
    affine.store %y, %m[%i] : memref<8xi32>
    %z = affine.load %m[%i] : memref<8xi32>
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %m = memref.alloca() : memref<1xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.muli %x, %x : i32
    affine.store %y, %m[0] : memref<1xi32>
    %z = affine.load %m[0] : memref<1xi32>
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}
