// Reading the factor by another map replaces its transposition.
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#t = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @f(%A_in: memref<2x2xi32>, %B_in: memref<2x2xi32>, %C_in: memref<2x2xi32>) -> vector<2x2xi32> {
  %at = arith.constant 0 : index
  %A = vector.load %A_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %B = vector.load %B_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %C = vector.load %C_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %T = vector.transpose %B, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
  %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %A, %T, %C : vector<2x2xi32>, vector<2x2xi32> into vector<2x2xi32>
  return %r : vector<2x2xi32>
}

// -----

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#t = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @f(%A_in: memref<2x2xi32>, %B_in: memref<2x2xi32>, %C_in: memref<2x2xi32>) -> vector<2x2xi32> {
  %at = arith.constant 0 : index
  %A = vector.load %A_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %B = vector.load %B_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %C = vector.load %C_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %r = vector.contract {indexing_maps = [#a, #t, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %A, %B, %C : vector<2x2xi32>, vector<2x2xi32> into vector<2x2xi32>
  return %r : vector<2x2xi32>
}
