// The second parallel loop reads cells that other iterations of the first have written, and starts after it.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %A[7 - %i] : memref<8xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[7 - %i] : memref<8xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  return
}
