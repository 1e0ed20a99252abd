// The next iteration reads what this one has stored, and gets it as a number that the loop carries.
func.func @f(%A: memref<8xi32>, %B: memref<9xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %o = affine.load %B[%i] : memref<9xi32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %B[%i + 1] : memref<9xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<9xi32>) {
  %f = affine.load %B[0] : memref<9xi32>
  %l = affine.for %i = 0 to 8 iter_args(%o = %f) -> (i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %B[%i + 1] : memref<9xi32>
    affine.yield %n : i32
  }
  return
}
