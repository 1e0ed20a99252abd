// The fill is masked and leaves out a lane that is read.
// input: A = 1: B[3] is 0 + 1, and anything after it.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant dense<0> : vector<4xi32>
  %t = memref.alloca() : memref<4xi32>
  %m = vector.create_mask %c4 : vector<4xi1>
  vector.maskedstore %t[%c0], %m, %z : memref<4xi32>, vector<4xi1>, vector<4xi32>
  %x = vector.load %t[%c0] : memref<4xi32>, vector<4xi32>
  %y = vector.load %A[%c0] : memref<4xi32>, vector<4xi32>
  %s = arith.addi %x, %y : vector<4xi32>
  vector.store %s, %B[%c0] : memref<4xi32>, vector<4xi32>
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant dense<0> : vector<4xi32>
  %t = memref.alloca() : memref<4xi32>
  %m = vector.create_mask %c3 : vector<4xi1>
  vector.maskedstore %t[%c0], %m, %z : memref<4xi32>, vector<4xi1>, vector<4xi32>
  %x = vector.load %t[%c0] : memref<4xi32>, vector<4xi32>
  %y = vector.load %A[%c0] : memref<4xi32>, vector<4xi32>
  %s = arith.addi %x, %y : vector<4xi32>
  vector.store %s, %B[%c0] : memref<4xi32>, vector<4xi32>
  return
}
