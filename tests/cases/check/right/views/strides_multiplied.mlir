// A view with stride 2 of a view with stride 2 has stride 4.
func.func @f(%A: memref<16xi32>, %B: memref<4xi32>) {
  %v = memref.subview %A[0] [8] [2] : memref<16xi32> to memref<8xi32, strided<[2]>>
  %w = memref.subview %v[0] [4] [2] : memref<8xi32, strided<[2]>> to memref<4xi32, strided<[4]>>
  affine.for %i = 0 to 4 {
    %x = affine.load %w[%i] : memref<4xi32, strided<[4]>>
    affine.store %x, %B[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<16xi32>, %B: memref<4xi32>) {
  %w = memref.subview %A[0] [4] [4] : memref<16xi32> to memref<4xi32, strided<[4]>>
  affine.for %i = 0 to 4 {
    %x = affine.load %w[%i] : memref<4xi32, strided<[4]>>
    affine.store %x, %B[%i] : memref<4xi32>
  }
  return
}
