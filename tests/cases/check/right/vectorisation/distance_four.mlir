// A cell needs the one four before it, which lies in the vector before.
func.func @f(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c4 to %c16 step %c1 {
    %k = arith.subi %i, %c4 : index
    %x = memref.load %A[%k] : memref<16xi32>
    %y = memref.load %A[%i] : memref<16xi32>
    %z = arith.addi %x, %y : i32
    memref.store %z, %A[%i] : memref<16xi32>
  }
  return
}

// -----

func.func @f(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c4 to %c16 step %c4 {
    %k = arith.subi %i, %c4 : index
    %x = vector.load %A[%k] : memref<16xi32>, vector<4xi32>
    %y = vector.load %A[%i] : memref<16xi32>, vector<4xi32>
    %z = arith.addi %x, %y : vector<4xi32>
    vector.store %z, %A[%i] : memref<16xi32>, vector<4xi32>
  }
  return
}
