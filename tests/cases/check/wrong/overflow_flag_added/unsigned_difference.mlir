// A difference gets the promise that it is not negative.
// input: a = 0, b = 1: -1, and poison after it.
func.func @f(%A: memref<8xi16>, %b: i16) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi16>
    %r = arith.subi %a, %b : i16
    affine.store %r, %A[%i] : memref<8xi16>
  }
  return
}

// -----

func.func @f(%A: memref<8xi16>, %b: i16) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi16>
    %r = arith.subi %a, %b overflow<nuw> : i16
    affine.store %r, %A[%i] : memref<8xi16>
  }
  return
}
