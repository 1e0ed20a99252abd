// The cell that an iteration increments comes from the data, and two iterations may have the same.
// input: K = 0: all iterations increment H[0].
func.func @histogram(%K: memref<16xindex>, %H: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c16 step %c1 {
    %k = memref.load %K[%i] : memref<16xindex>
    %b = arith.remui %k, %c16 : index
    %o = memref.load %H[%b] : memref<16xi32>
    %n = arith.addi %o, %one : i32
    memref.store %n, %H[%b] : memref<16xi32>
  }
  return
}

// -----

func.func @histogram(%K: memref<16xindex>, %H: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %k = memref.load %K[%i] : memref<16xindex>
    %b = arith.remui %k, %c16 : index
    %o = memref.load %H[%b] : memref<16xi32>
    %n = arith.addi %o, %one : i32
    memref.store %n, %H[%b] : memref<16xi32>
  }
  return
}
