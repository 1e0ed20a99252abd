// max(i - 2, 0) is lowered to a maximum of unsigned numbers.
// input: i = 0: 0, and the largest number after it, so that the cell is not written.
func.func @f(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %l = affine.max affine_map<(d0) -> (d0 - 2, 0)>(%i)
    %p = arith.cmpi ult, %l, %c8 : index
    scf.if %p {
      %x = memref.load %A[%l] : memref<8xi32>
      %y = arith.addi %x, %one : i32
      memref.store %y, %A[%l] : memref<8xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %d = arith.subi %i, %c2 : index
    %l = arith.maxui %d, %c0 : index
    %p = arith.cmpi ult, %l, %c8 : index
    scf.if %p {
      %x = memref.load %A[%l] : memref<8xi32>
      %y = arith.addi %x, %one : i32
      memref.store %y, %A[%l] : memref<8xi32>
    }
  }
  return
}
