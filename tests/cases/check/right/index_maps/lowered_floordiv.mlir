// The index is never negative, so that the quotient is an ordinary one.
func.func @f(%A: memref<4xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %k = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
    %x = memref.load %A[%k] : memref<4xi32>
    memref.store %x, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %k = arith.divsi %i, %c2 : index
    %x = memref.load %A[%k] : memref<4xi32>
    memref.store %x, %B[%i] : memref<8xi32>
  }
  return
}
