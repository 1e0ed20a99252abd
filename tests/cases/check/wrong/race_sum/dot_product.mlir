// All iterations add to one cell, and two of them can read the same old sum.
// input: A = B = 1: iterations 0 and 1 both load s = 0, both store 1, and one product is lost.
func.func @dot(%A: memref<64xi32>, %B: memref<64xi32>, %s: memref<1xi32>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %A[%i] : memref<64xi32>
    %y = affine.load %B[%i] : memref<64xi32>
    %p = arith.muli %x, %y : i32
    %o = affine.load %s[0] : memref<1xi32>
    %n = arith.addi %o, %p : i32
    affine.store %n, %s[0] : memref<1xi32>
  }
  return
}

// -----

func.func @dot(%A: memref<64xi32>, %B: memref<64xi32>, %s: memref<1xi32>) {
  affine.parallel (%i) = (0) to (64) {
    %x = affine.load %A[%i] : memref<64xi32>
    %y = affine.load %B[%i] : memref<64xi32>
    %p = arith.muli %x, %y : i32
    %o = affine.load %s[0] : memref<1xi32>
    %n = arith.addi %o, %p : i32
    affine.store %n, %s[0] : memref<1xi32>
  }
  return
}
