// Two products of 129 by -128 do not fit into 16 bits.
// input: A[0] = 129, B[0] = -128: -33,024, and 32,512 after it.
func.func @f(%A: memref<8xi8> {isotope.range = array<i64: 0, 129>}, %B: memref<8xi8>, %C: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi8>
    %y = affine.load %B[%i] : memref<8xi8>
    %p = arith.extui %x : i8 to i32
    %q = arith.extsi %y : i8 to i32
    %r = arith.muli %p, %q : i32
    %s = arith.addi %r, %r : i32
    affine.store %s, %C[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi8> {isotope.range = array<i64: 0, 129>}, %B: memref<8xi8>, %C: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi8>
    %y = affine.load %B[%i] : memref<8xi8>
    %p = arith.extui %x : i8 to i16
    %q = arith.extsi %y : i8 to i16
    %r = arith.muli %p, %q : i16
    %t = arith.addi %r, %r : i16
    %s = arith.extsi %t : i16 to i32
    affine.store %s, %C[%i] : memref<8xi32>
  }
  return
}
