// The sum of two bytes fits into 16 bits, so that it may be extended before or after.
func.func @f(%A: memref<8xi8>, %B: memref<8xi8>, %C: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi8>
    %b = affine.load %B[%i] : memref<8xi8>
    %x = arith.extsi %a : i8 to i16
    %y = arith.extsi %b : i8 to i16
    %s = arith.addi %x, %y : i16
    %r = arith.extsi %s : i16 to i32
    affine.store %r, %C[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi8>, %B: memref<8xi8>, %C: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi8>
    %b = affine.load %B[%i] : memref<8xi8>
    %x = arith.extsi %a : i8 to i32
    %y = arith.extsi %b : i8 to i32
    %r = arith.addi %x, %y : i32
    affine.store %r, %C[%i] : memref<8xi32>
  }
  return
}
