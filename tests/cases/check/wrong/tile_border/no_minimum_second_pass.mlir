// A loop is tiled twice, and the second time the bound of the inner tile is not kept.
// input: A = 0: A[10] becomes 1.
// source: LLVM issue #203693 (scf-parallel-loop-tiling without minima of bounds)
func.func @fill(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1 : i32
  scf.parallel (%i) = (%c0) to (%c10) step (%c1) {
    memref.store %one, %A[%i] : memref<16xi32>
  }
  return
}

// -----

func.func @fill(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1 : i32
  scf.parallel (%t) = (%c0) to (%c10) step (%c6) {
    scf.parallel (%u) = (%c0) to (%c6) step (%c3) {
      scf.parallel (%v) = (%c0) to (%c3) step (%c1) {
        %a = arith.addi %t, %u : index
        %i = arith.addi %a, %v : index
        memref.store %one, %A[%i] : memref<16xi32>
      }
    }
  }
  return
}
