// Whether any lane holds becomes whether all do.
// input: v = true, false, false, false: true, and false after it.
func.func @f(%v_in: memref<4xi8>) -> i1 {
  %at = arith.constant 0 : index
  %v_bytes = vector.load %v_in[%at] : memref<4xi8>, vector<4xi8>
  %v = arith.trunci %v_bytes : vector<4xi8> to vector<4xi1>
  %r = vector.reduction <or>, %v : vector<4xi1> into i1
  return %r : i1
}

// -----

func.func @f(%v_in: memref<4xi8>) -> i1 {
  %at = arith.constant 0 : index
  %v_bytes = vector.load %v_in[%at] : memref<4xi8>, vector<4xi8>
  %v = arith.trunci %v_bytes : vector<4xi8> to vector<4xi1>
  %r = vector.reduction <and>, %v : vector<4xi1> into i1
  return %r : i1
}
