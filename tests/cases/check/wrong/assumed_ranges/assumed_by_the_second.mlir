// The second program alone says that bytes have no sign.
// input: A[0] = -1: -1, and 255 after it.
func.func @f(%A: memref<8xi8>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi8>
    %y = arith.extsi %x : i8 to i32
    affine.store %y, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi8> {isotope.range = array<i64: 0, 127>}, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi8>
    %y = arith.extui %x : i8 to i32
    affine.store %y, %B[%i] : memref<8xi32>
  }
  return
}
