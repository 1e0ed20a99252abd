// The loop that fills the memory starts after its end.
// input: A = 1: B[0] is 1, and anything after it.
func.func @fill(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloca() : memref<8xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %A[%i] : memref<8xi32>
    memref.store %x, %m[%i] : memref<8xi32>
  }
  memref.copy %m, %B : memref<8xi32> to memref<8xi32>
  return
}

// -----

func.func @fill(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloca() : memref<8xi32>
  scf.for %i = %c8 to %c0 step %c1 {
    %x = memref.load %A[%i] : memref<8xi32>
    memref.store %x, %m[%i] : memref<8xi32>
  }
  memref.copy %m, %B : memref<8xi32> to memref<8xi32>
  return
}
