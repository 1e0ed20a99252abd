// What memory holds is in 200 to 201, which is no byte with a sign: its extension by zeros is the same number.
func.func @f(%A: memref<8xi1>, %C: memref<8xi32>) {
  %c = arith.constant 200 : i32
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi1>
    %x = arith.extui %a : i1 to i32
    %s = arith.addi %x, %c : i32
    affine.store %s, %C[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi1>, %C: memref<8xi32>) {
  %P = memref.alloc() : memref<8xi8>
  %c = arith.constant 200 : i16
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi1>
    %x = arith.extui %a : i1 to i16
    %s = arith.addi %x, %c : i16
    %n = arith.trunci %s : i16 to i8
    affine.store %n, %P[%i] : memref<8xi8>
  }
  affine.for %i = 0 to 8 {
    %n = affine.load %P[%i] : memref<8xi8>
    %x = arith.extui %n : i8 to i32
    affine.store %x, %C[%i] : memref<8xi32>
  }
  memref.dealloc %P : memref<8xi8>
  return
}
