// Bytes are widened while they are packed, without their sign, and multiplied in 16 bits.
// input: a = 127, b = -1: -127, and 32385 after it.
func.func @f(%A: memref<8x16xi8>, %B: memref<16x8xi8>, %C: memref<8x8xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 16 {
        %a = affine.load %A[%i, %k] : memref<8x16xi8>
        %b = affine.load %B[%k, %j] : memref<16x8xi8>
        %c = affine.load %C[%i, %j] : memref<8x8xi32>
        %x = arith.extsi %a : i8 to i32
        %y = arith.extsi %b : i8 to i32
        %p = arith.muli %x, %y : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<8x8xi32>
      }
    }
  }
  return
}

// -----

func.func @f(%A: memref<8x16xi8>, %B: memref<16x8xi8>, %C: memref<8x8xi32>) {
  %P = memref.alloc() : memref<8x16xi16>
  affine.for %j = 0 to 8 {
    affine.for %k = 0 to 16 {
      %b = affine.load %B[%k, %j] : memref<16x8xi8>
      %w = arith.extui %b : i8 to i16
      affine.store %w, %P[%j, %k] : memref<8x16xi16>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 16 {
        %a = affine.load %A[%i, %k] : memref<8x16xi8>
        %b = affine.load %P[%j, %k] : memref<8x16xi16>
        %c = affine.load %C[%i, %j] : memref<8x8xi32>
        %x = arith.extsi %a : i8 to i16
        %q = arith.muli %x, %b : i16
        %p = arith.extsi %q : i16 to i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<8x8xi32>
      }
    }
  }
  memref.dealloc %P : memref<8x16xi16>
  return
}
