// The product is added to 0 instead of the accumulator.
// input: A = B = 0, C = 1: 1, and 0 after it.
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @f(%A_in: memref<2x3xi32>, %B_in: memref<3x2xi32>, %C_in: memref<2x2xi32>) -> vector<2x2xi32> {
  %at = arith.constant 0 : index
  %A = vector.load %A_in[%at, %at] : memref<2x3xi32>, vector<2x3xi32>
  %B = vector.load %B_in[%at, %at] : memref<3x2xi32>, vector<3x2xi32>
  %C = vector.load %C_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %A, %B, %C : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
  return %r : vector<2x2xi32>
}

// -----

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @f(%A_in: memref<2x3xi32>, %B_in: memref<3x2xi32>, %C_in: memref<2x2xi32>) -> vector<2x2xi32> {
  %at = arith.constant 0 : index
  %A = vector.load %A_in[%at, %at] : memref<2x3xi32>, vector<2x3xi32>
  %B = vector.load %B_in[%at, %at] : memref<3x2xi32>, vector<3x2xi32>
  %C = vector.load %C_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %z = arith.constant dense<0> : vector<2x2xi32>
  %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %A, %B, %z : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
  return %r : vector<2x2xi32>
}
