// Memory that nobody has written is multiplied by zero: it may be poison, and so is the product then.
func.func @f(%A: memref<64x64xi32>, %C: memref<64x64xi32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<64x64xi32>
      affine.store %a, %C[%i, %j] : memref<64x64xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<64x64xi32>, %C: memref<64x64xi32>) {
  %P = memref.alloc() : memref<64x64xi32>
  %zero = arith.constant 0 : i32
  %p = affine.load %P[0, 0] : memref<64x64xi32>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<64x64xi32>
      %q = arith.muli %p, %zero : i32
      %r = arith.subi %a, %a : i32
      %s = arith.addi %a, %q : i32
      %t = arith.addi %s, %r : i32
      affine.store %t, %C[%i, %j] : memref<64x64xi32>
    }
  }
  memref.dealloc %P : memref<64x64xi32>
  return
}
