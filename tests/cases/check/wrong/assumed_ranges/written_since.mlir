// A byte with a sign is stored where none was.
// input: any: B[3] is -1, and 255 after it.
func.func @f(%A: memref<8xi8> {isotope.range = array<i64: 0, 127>}, %B: memref<8xi32>) {
  %c = arith.constant -1 : i8
  affine.store %c, %A[3] : memref<8xi8>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi8>
    %y = arith.extsi %x : i8 to i32
    affine.store %y, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi8> {isotope.range = array<i64: 0, 127>}, %B: memref<8xi32>) {
  %c = arith.constant -1 : i8
  affine.store %c, %A[3] : memref<8xi8>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi8>
    %y = arith.extui %x : i8 to i32
    affine.store %y, %B[%i] : memref<8xi32>
  }
  return
}
