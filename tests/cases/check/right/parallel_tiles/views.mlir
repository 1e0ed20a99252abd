// Each iteration has a view of its own rows.
func.func @f(%A: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %A[%i, %j] : memref<8x4xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %A[%i, %j] : memref<8x4xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%t) = (%c0) to (%c8) step (%c2) {
    %v = memref.subview %A[%t, 0] [2, 4] [1, 1] : memref<8x4xf32> to memref<2x4xf32, strided<[4, 1], offset: ?>>
    scf.for %i = %c0 to %c2 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %x = memref.load %v[%i, %j] : memref<2x4xf32, strided<[4, 1], offset: ?>>
        %y = arith.addf %x, %x : f32
        memref.store %y, %v[%i, %j] : memref<2x4xf32, strided<[4, 1], offset: ?>>
      }
    }
  }
  return
}
