// Two shuffles become one that applies them in the other order.
// input: a = 0, 1, 2, 3: 2, 1, 3, 0, and 0, 2, 3, 1 after it.
func.func @f(%a_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi32>, vector<4xi32>
  %s = vector.shuffle %a, %a [1, 2, 3, 0] : vector<4xi32>, vector<4xi32>
  %r = vector.shuffle %s, %s [1, 0, 2, 3] : vector<4xi32>, vector<4xi32>
  return %r : vector<4xi32>
}

// -----

func.func @f(%a_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi32>, vector<4xi32>
  %r = vector.shuffle %a, %a [0, 2, 3, 1] : vector<4xi32>, vector<4xi32>
  return %r : vector<4xi32>
}
