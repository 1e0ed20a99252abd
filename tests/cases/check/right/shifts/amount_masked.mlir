// The mask changes only amounts for which the first program has no value.
func.func @f(%x_in: memref<4xi32>, %n_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xi32>, vector<4xi32>
  %n = vector.load %n_in[%at] : memref<4xi32>, vector<4xi32>
  %r = arith.shli %x, %n : vector<4xi32>
  return %r : vector<4xi32>
}

// -----

func.func @f(%x_in: memref<4xi32>, %n_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xi32>, vector<4xi32>
  %n = vector.load %n_in[%at] : memref<4xi32>, vector<4xi32>
  %m = arith.constant dense<31> : vector<4xi32>
  %k = arith.andi %n, %m : vector<4xi32>
  %r = arith.shli %x, %k : vector<4xi32>
  return %r : vector<4xi32>
}
