// The load moves out of the condition that keeps its index in range.
// input: n = 9: no load runs; after it A[9] is read, which does not exist.
// sizes: 9
func.func @guard(%A: memref<8xi32>, %B: memref<1xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %in = arith.cmpi ult, %n, %c8 : index
  scf.if %in {
    %x = memref.load %A[%n] : memref<8xi32>
    memref.store %x, %B[%c0] : memref<1xi32>
  }
  return
}

// -----

func.func @guard(%A: memref<8xi32>, %B: memref<1xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %in = arith.cmpi ult, %n, %c8 : index
  %x = memref.load %A[%n] : memref<8xi32>
  scf.if %in {
    memref.store %x, %B[%c0] : memref<1xi32>
  }
  return
}
