// The comparison becomes strict.
// input: a = b: true, and false after it.
func.func @f(%a_in: memref<4xi16>, %b_in: memref<4xi16>) -> vector<4xi1> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi16>, vector<4xi16>
  %b = vector.load %b_in[%at] : memref<4xi16>, vector<4xi16>
  %r = arith.cmpi sge, %a, %b : vector<4xi16>
  return %r : vector<4xi1>
}

// -----

func.func @f(%a_in: memref<4xi16>, %b_in: memref<4xi16>) -> vector<4xi1> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi16>, vector<4xi16>
  %b = vector.load %b_in[%at] : memref<4xi16>, vector<4xi16>
  %r = arith.cmpi sgt, %a, %b : vector<4xi16>
  return %r : vector<4xi1>
}
