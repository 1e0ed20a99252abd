// A signed minimum becomes a choice by an unsigned comparison.
// input: a = -1, b = 0: -1, and 0 after it.
func.func @f(%A: memref<8xi8>, %B: memref<8xi8>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi8>
    %b = affine.load %B[%i] : memref<8xi8>
    %r = arith.minsi %a, %b : i8
    affine.store %r, %B[%i] : memref<8xi8>
  }
  return
}

// -----

func.func @f(%A: memref<8xi8>, %B: memref<8xi8>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi8>
    %b = affine.load %B[%i] : memref<8xi8>
    %p = arith.cmpi ult, %a, %b : i8
    %r = arith.select %p, %a, %b : i8
    affine.store %r, %B[%i] : memref<8xi8>
  }
  return
}
