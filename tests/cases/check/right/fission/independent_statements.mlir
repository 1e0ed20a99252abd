// Neither statement reads what the other one writes.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>, %C: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %B[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %C[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>, %C: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %x2 = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x2, %x2 : f32
    affine.store %y, %C[%i] : memref<8xf32>
  }
  return
}
