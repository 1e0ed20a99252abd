// The condition does not depend on the loop.
func.func @f(%c: i1, %A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.if %c {
      memref.store %one, %A[%i] : memref<4xi32>
    } else {
      memref.store %two, %A[%i] : memref<4xi32>
    }
  }
  return
}

// -----

func.func @f(%c: i1, %A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  scf.if %c {
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %one, %A[%i] : memref<4xi32>
    }
  } else {
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %two, %A[%i] : memref<4xi32>
    }
  }
  return
}
