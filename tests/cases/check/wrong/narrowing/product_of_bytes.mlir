// The product of two bytes is computed in bytes and extended.
// input: a = b = 16: 256, and 0 after it.
func.func @f(%A: memref<8xi8>, %B: memref<8xi8>, %C: memref<8xi16>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi8>
    %b = affine.load %B[%i] : memref<8xi8>
    %x = arith.extsi %a : i8 to i16
    %y = arith.extsi %b : i8 to i16
    %p = arith.muli %x, %y : i16
    affine.store %p, %C[%i] : memref<8xi16>
  }
  return
}

// -----

func.func @f(%A: memref<8xi8>, %B: memref<8xi8>, %C: memref<8xi16>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi8>
    %b = affine.load %B[%i] : memref<8xi8>
    %q = arith.muli %a, %b : i8
    %p = arith.extsi %q : i8 to i16
    affine.store %p, %C[%i] : memref<8xi16>
  }
  return
}
