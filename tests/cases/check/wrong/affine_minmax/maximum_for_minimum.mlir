// The end of the tile is the larger of two numbers.
// input: A = 0: the tile that begins at 8 ends at 10; after it at 12.
func.func @f(%A: memref<12xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1 : i32
  scf.for %t = %c0 to %c10 step %c4 {
    %e = affine.min affine_map<(d0) -> (d0 + 4, 10)>(%t)
    scf.for %i = %t to %e step %c1 {
      %x = memref.load %A[%i] : memref<12xi32>
      %y = arith.addi %x, %one : i32
      memref.store %y, %A[%i] : memref<12xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<12xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1 : i32
  scf.for %t = %c0 to %c10 step %c4 {
    %e = affine.max affine_map<(d0) -> (d0 + 4, 10)>(%t)
    %c12 = arith.constant 12 : index
    %g = arith.minui %e, %c12 : index
    scf.for %i = %t to %g step %c1 {
      %x = memref.load %A[%i] : memref<12xi32>
      %y = arith.addi %x, %one : i32
      memref.store %y, %A[%i] : memref<12xi32>
    }
  }
  return
}
