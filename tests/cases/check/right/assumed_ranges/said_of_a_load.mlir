// What is loaded from a copy is said to be in the range.
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
  %P = memref.alloc() : memref<8xi8>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi8>
    affine.store %x, %P[%i] : memref<8xi8>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %P[%i] {isotope.range = array<i64: 0, 127>} : memref<8xi8>
    %y = arith.extui %x : i8 to i32
    affine.store %y, %B[%i] : memref<8xi32>
  }
  memref.dealloc %P : memref<8xi8>
  return
}
