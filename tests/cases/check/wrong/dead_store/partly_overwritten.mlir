// A loop that clears a memref is removed, and the loop that overwrites it leaves out the last cell.
// input: A = 1, B = 5: B[15] is 0, and 5 after it.
func.func @clear(%A: memref<15xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 15 {
    %x = affine.load %A[%i] : memref<15xf32>
    affine.store %x, %B[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @clear(%A: memref<15xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 15 {
    %x = affine.load %A[%i] : memref<15xf32>
    affine.store %x, %B[%i] : memref<16xf32>
  }
  return
}
