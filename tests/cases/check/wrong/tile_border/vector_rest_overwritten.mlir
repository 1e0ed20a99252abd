// The last vector covers cells past the iteration space.
// input: M = 1, 2, ..., 8: M[6] and M[7] are doubled, too.
// source: LLVM issue #218120 (affine-super-vectorize)
func.func @double(%M: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  scf.for %j = %c0 to %c6 step %c1 {
    %v = memref.load %M[%j] : memref<8xi32>
    %w = arith.addi %v, %v : i32
    memref.store %w, %M[%j] : memref<8xi32>
  }
  return
}

// -----

func.func @double(%M: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  scf.for %j = %c0 to %c6 step %c4 {
    %v = vector.load %M[%j] : memref<8xi32>, vector<4xi32>
    %w = arith.addi %v, %v : vector<4xi32>
    vector.store %w, %M[%j] : memref<8xi32>, vector<4xi32>
  }
  return
}
