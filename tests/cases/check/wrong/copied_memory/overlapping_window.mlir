// A loop that spreads the first cell becomes a copy of overlapping windows.
// input: A = 0, 1, ..., 8: A[8] is 0; a copy makes it 7, or is undefined.
func.func @spread(%A: memref<9xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %A[%i + 1] : memref<9xi32>
  }
  return
}

// -----

func.func @spread(%A: memref<9xi32>) {
  %s = memref.subview %A[0] [8] [1] : memref<9xi32> to memref<8xi32, strided<[1]>>
  %t = memref.subview %A[1] [8] [1] : memref<9xi32> to memref<8xi32, strided<[1], offset: 1>>
  memref.copy %s, %t : memref<8xi32, strided<[1]>> to memref<8xi32, strided<[1], offset: 1>>
  return
}
