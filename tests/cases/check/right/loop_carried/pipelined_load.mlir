// Each iteration loads for the next one, and the last one loads nothing.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %B[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %f = affine.load %A[0] : memref<8xf32>
  %l = affine.for %i = 0 to 7 iter_args(%x = %f) -> (f32) {
    %y = arith.mulf %x, %x : f32
    affine.store %y, %B[%i] : memref<8xf32>
    %n = affine.load %A[%i + 1] : memref<8xf32>
    affine.yield %n : f32
  }
  %z = arith.mulf %l, %l : f32
  affine.store %z, %B[7] : memref<8xf32>
  return
}
