// Bytes from 0 to 127 are extended by zeros in place of their sign.
func.func @f(%A: memref<8xi8> {isotope.range = array<i64: 0, 127>}, %B: memref<8xi32>) {
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
