// Signed bytes are stored less 128, and their sign is taken for that of the bytes before.
// input: a = 1, b = 1: 1, and -255 after it.
func.func @f(%A: memref<8x16xi8>, %B: memref<16xi8>, %C: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      %a = affine.load %A[%i, %k] : memref<8x16xi8>
      %b = affine.load %B[%k] : memref<16xi8>
      %c = affine.load %C[%i] : memref<8xi32>
      %x = arith.extsi %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%i] : memref<8xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<8x16xi8>, %B: memref<16xi8>, %C: memref<8xi32>) {
  %P = memref.alloc() : memref<8x16xi8>
  %turn = arith.constant -128 : i8
  %offset = arith.constant 128 : i32
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      %a = affine.load %A[%i, %k] : memref<8x16xi8>
      %n = arith.addi %a, %turn : i8
      affine.store %n, %P[%i, %k] : memref<8x16xi8>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      %a = affine.load %P[%i, %k] : memref<8x16xi8>
      %b = affine.load %B[%k] : memref<16xi8>
      %c = affine.load %C[%i] : memref<8xi32>
      %x = arith.extsi %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %q = arith.muli %y, %offset : i32
      %s = arith.addi %c, %p : i32
      %t = arith.subi %s, %q : i32
      affine.store %t, %C[%i] : memref<8xi32>
    }
  }
  memref.dealloc %P : memref<8x16xi8>
  return
}
