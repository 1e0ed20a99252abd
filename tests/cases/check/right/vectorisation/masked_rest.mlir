// The mask keeps the last vector within the iteration space.
func.func @f(%A: memref<10xi32>, %B: memref<10xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %x = memref.load %A[%i] : memref<10xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %B[%i] : memref<10xi32>
  }
  return
}

// -----

func.func @f(%A: memref<10xi32>, %B: memref<10xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant dense<0> : vector<4xi32>
  scf.for %i = %c0 to %c10 step %c4 {
    %n = arith.subi %c10, %i : index
    %m = vector.create_mask %n : vector<4xi1>
    %x = vector.maskedload %A[%i], %m, %zero : memref<10xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    %y = arith.addi %x, %x : vector<4xi32>
    vector.maskedstore %B[%i], %m, %y : memref<10xi32>, vector<4xi1>, vector<4xi32>
  }
  return
}
