// Memory that nobody has written is added and subtracted again: it may be poison, and so is its difference then.
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
  %p = affine.load %P[0, 0] : memref<64x64xi32>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<64x64xi32>
      %s = arith.addi %a, %p : i32
      %t = arith.subi %s, %p : i32
      affine.store %t, %C[%i, %j] : memref<64x64xi32>
    }
  }
  memref.dealloc %P : memref<64x64xi32>
  return
}
