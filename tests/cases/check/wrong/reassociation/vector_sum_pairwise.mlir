// The halves of a vector are added before its lanes, without a flag.
// input: v = 1e30, 1, -1e30, 0: 0, and 1 after it.
func.func @halves(%v_in: memref<4xf32>) -> f32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %a = vector.extract %v[0] : f32 from vector<4xf32>
  %b = vector.extract %v[1] : f32 from vector<4xf32>
  %c = vector.extract %v[2] : f32 from vector<4xf32>
  %d = vector.extract %v[3] : f32 from vector<4xf32>
  %s = arith.addf %a, %b : f32
  %t = arith.addf %s, %c : f32
  %u = arith.addf %t, %d : f32
  return %u : f32
}

// -----

func.func @halves(%v_in: memref<4xf32>) -> f32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %a = vector.extract %v[0] : f32 from vector<4xf32>
  %b = vector.extract %v[1] : f32 from vector<4xf32>
  %c = vector.extract %v[2] : f32 from vector<4xf32>
  %d = vector.extract %v[3] : f32 from vector<4xf32>
  %s = arith.addf %a, %c : f32
  %t = arith.addf %b, %d : f32
  %u = arith.addf %s, %t : f32
  return %u : f32
}
