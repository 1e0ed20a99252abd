// A store under a condition becomes an unconditional store of a choice, whose other operand was loaded too early.
// input: c = false, A[0] = 1: the first store leaves 5, and after it 1 comes back.
func.func @f(%c: i1, %A: memref<1xi32>) {
  %five = arith.constant 5 : i32
  %six = arith.constant 6 : i32
  affine.store %five, %A[0] : memref<1xi32>
  scf.if %c {
    affine.store %six, %A[0] : memref<1xi32>
  }
  return
}

// -----

func.func @f(%c: i1, %A: memref<1xi32>) {
  %five = arith.constant 5 : i32
  %six = arith.constant 6 : i32
  %o = affine.load %A[0] : memref<1xi32>
  affine.store %five, %A[0] : memref<1xi32>
  %s = arith.select %c, %six, %o : i32
  affine.store %s, %A[0] : memref<1xi32>
  return
}
