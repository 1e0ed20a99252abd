// The index of the store is half of the parallel one, and every second store is lost without an order.
// input: A = 0, 1, 2, ...: B[0] may be A[0] or A[1].
func.func @half(%A: memref<16xi8>, %B: memref<8xi8>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xi8>
    affine.store %x, %B[%i floordiv 2] : memref<8xi8>
  }
  return
}

// -----

func.func @half(%A: memref<16xi8>, %B: memref<8xi8>) {
  affine.parallel (%i) = (0) to (16) {
    %x = affine.load %A[%i] : memref<16xi8>
    affine.store %x, %B[%i floordiv 2] : memref<8xi8>
  }
  return
}
