// Products are summed up in 16 bits, in memory of the program's own, and extended after it.
// input: a = b = -128: 16 * 16384 = 262144, and 0 after it.
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
  %zero = arith.constant 0 : i16
  %t = memref.alloc() : memref<1xi16>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %zero, %t[0] : memref<1xi16>
      affine.for %k = 0 to 16 {
        %a = affine.load %A[%i, %k] : memref<8x16xi8>
        %b = affine.load %B[%k, %j] : memref<16x8xi8>
        %c = affine.load %t[0] : memref<1xi16>
        %x = arith.extsi %a : i8 to i16
        %y = arith.extsi %b : i8 to i16
        %p = arith.muli %x, %y : i16
        %s = arith.addi %c, %p : i16
        affine.store %s, %t[0] : memref<1xi16>
      }
      %w = affine.load %t[0] : memref<1xi16>
      %e = arith.extsi %w : i16 to i32
      %c = affine.load %C[%i, %j] : memref<8x8xi32>
      %r = arith.addi %c, %e : i32
      affine.store %r, %C[%i, %j] : memref<8x8xi32>
    }
  }
  memref.dealloc %t : memref<1xi16>
  return
}
