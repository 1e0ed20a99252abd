// Two sums become one of vectors, which promises nothing.
func.func @f(%A: memref<2xi32>, %B: memref<2xi32>, %C: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = memref.load %A[%c0] : memref<2xi32>
  %b0 = memref.load %B[%c0] : memref<2xi32>
  %s0 = arith.addi %a0, %b0 overflow<nsw> : i32
  memref.store %s0, %C[%c0] : memref<2xi32>
  %a1 = memref.load %A[%c1] : memref<2xi32>
  %b1 = memref.load %B[%c1] : memref<2xi32>
  %s1 = arith.addi %a1, %b1 : i32
  memref.store %s1, %C[%c1] : memref<2xi32>
  return
}

// -----

func.func @f(%A: memref<2xi32>, %B: memref<2xi32>, %C: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = vector.load %A[%c0] : memref<2xi32>, vector<2xi32>
  %b = vector.load %B[%c0] : memref<2xi32>, vector<2xi32>
  %s = arith.addi %a, %b : vector<2xi32>
  vector.store %s, %C[%c0] : memref<2xi32>, vector<2xi32>
  return
}
