// The condition of each cell becomes the lane of a choice.
func.func @f(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %A[%i] : memref<8xi32>
    %p = arith.cmpi slt, %x, %zero : i32
    %y = arith.select %p, %zero, %x : i32
    memref.store %y, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %zeros = arith.constant dense<0> : vector<4xi32>
  scf.for %i = %c0 to %c8 step %c4 {
    %x = vector.load %A[%i] : memref<8xi32>, vector<4xi32>
    %p = arith.cmpi slt, %x, %zeros : vector<4xi32>
    %y = arith.select %p, %zeros, %x : vector<4xi1>, vector<4xi32>
    vector.store %y, %A[%i] : memref<8xi32>, vector<4xi32>
  }
  return
}
