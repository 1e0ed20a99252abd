// An affine loop is one of scf.
func.func @f(%A: memref<4x6xf32>, %B: memref<6x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i, %j] : memref<4x6xf32>
      affine.store %x, %B[%j, %i] : memref<6x4xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x6xf32>, %B: memref<6x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      %x = memref.load %A[%i, %j] : memref<4x6xf32>
      memref.store %x, %B[%j, %i] : memref<6x4xf32>
    }
  }
  return
}
