// The same memory is written as rows and read as one line.
// input: A = 0, 1, ...: row 1 writes A[4], which row 0 reads through the flat view.
func.func @flat(%A: memref<4x4xi32>) {
  %F = memref.reinterpret_cast %A to offset: [0], sizes: [16], strides: [1] : memref<4x4xi32> to memref<16xi32, strided<[1]>>
  affine.for %i = 0 to 3 {
    %x = affine.load %F[%i * 4 + 4] : memref<16xi32, strided<[1]>>
    affine.store %x, %A[%i, 0] : memref<4x4xi32>
  }
  return
}

// -----

func.func @flat(%A: memref<4x4xi32>) {
  %F = memref.reinterpret_cast %A to offset: [0], sizes: [16], strides: [1] : memref<4x4xi32> to memref<16xi32, strided<[1]>>
  affine.parallel (%i) = (0) to (3) {
    %x = affine.load %F[%i * 4 + 4] : memref<16xi32, strided<[1]>>
    affine.store %x, %A[%i, 0] : memref<4x4xi32>
  }
  return
}
