// Rows are copied to one scratch row and from it by parallel iterations.
// input: A[i, j] = i: row 1 is copied to t before row 0 is copied from it.
func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %v = memref.subview %A[%i, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %v, %t : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
    %w = memref.subview %B[%i, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %t, %w : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
  }
  memref.dealloc %t : memref<4xf32>
  return
}

// -----

func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = memref.alloc() : memref<4xf32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %v = memref.subview %A[%i, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %v, %t : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
    %w = memref.subview %B[%i, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %t, %w : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
  }
  memref.dealloc %t : memref<4xf32>
  return
}
