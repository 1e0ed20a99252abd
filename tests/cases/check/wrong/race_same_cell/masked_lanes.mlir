// The vectors of two iterations overlap in lanes under their masks, and store the same numbers there.
// input: any A: iterations 0 and 2 both store A[2].
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %z = arith.constant dense<0> : vector<4xi32>
  %m = vector.create_mask %c2 : vector<4xi1>
  scf.parallel (%i) = (%c0) to (%c6) step (%c2) {
    %x = vector.maskedload %A[%i], %m, %z : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    vector.maskedstore %B[%i], %m, %x : memref<8xi32>, vector<4xi1>, vector<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %z = arith.constant dense<0> : vector<4xi32>
  %m = vector.create_mask %c3 : vector<4xi1>
  scf.parallel (%i) = (%c0) to (%c6) step (%c2) {
    %x = vector.maskedload %A[%i], %m, %z : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    vector.maskedstore %B[%i], %m, %x : memref<8xi32>, vector<4xi1>, vector<4xi32>
  }
  return
}
