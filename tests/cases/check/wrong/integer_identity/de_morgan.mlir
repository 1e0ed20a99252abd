// ~(a & b) becomes ~a & ~b.
// input: a = 1, b = 0: -1, and -2 after it.
func.func @f(%a_in: memref<4xi32>, %b_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi32>, vector<4xi32>
  %b = vector.load %b_in[%at] : memref<4xi32>, vector<4xi32>
  %m = arith.constant dense<-1> : vector<4xi32>
  %c = arith.andi %a, %b : vector<4xi32>
  %r = arith.xori %c, %m : vector<4xi32>
  return %r : vector<4xi32>
}

// -----

func.func @f(%a_in: memref<4xi32>, %b_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi32>, vector<4xi32>
  %b = vector.load %b_in[%at] : memref<4xi32>, vector<4xi32>
  %m = arith.constant dense<-1> : vector<4xi32>
  %c = arith.xori %a, %m : vector<4xi32>
  %d = arith.xori %b, %m : vector<4xi32>
  %r = arith.andi %c, %d : vector<4xi32>
  return %r : vector<4xi32>
}
