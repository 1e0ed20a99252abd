// The range is that of the inputs, and the first step stores numbers beyond it: in the second step they are extended as unsigned bytes.
// input: any: B[0] is -2, and 254 after it.
func.func @extended(%A: memref<1xi8> {isotope.range = array<i64: 0, 127>}, %B: memref<1xi32>) {
  %minus = arith.constant -2 : i8
  affine.for %t = 0 to 2 {
    %x = affine.load %A[0] : memref<1xi8>
    %y = arith.extsi %x : i8 to i32
    affine.store %y, %B[0] : memref<1xi32>
    affine.store %minus, %A[0] : memref<1xi8>
  }
  return
}

// -----

func.func @extended(%A: memref<1xi8>, %B: memref<1xi32>) {
  %minus = arith.constant -2 : i8
  affine.for %t = 0 to 2 {
    %x = affine.load %A[0] : memref<1xi8>
    %y = arith.extui %x : i8 to i32
    affine.store %y, %B[0] : memref<1xi32>
    affine.store %minus, %A[0] : memref<1xi8>
  }
  return
}
