// The products are combined by the maximum instead of the sum.
// input: A = B = 1, C = 0: 2, and 1 after it.
#a = affine_map<(i, k) -> (i, k)>
#b = affine_map<(i, k) -> (k)>
#c = affine_map<(i, k) -> (i)>
func.func @f(%A_in: memref<2x2xi32>, %x_in: memref<2xi32>, %y_in: memref<2xi32>) -> vector<2xi32> {
  %at = arith.constant 0 : index
  %A = vector.load %A_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %x = vector.load %x_in[%at] : memref<2xi32>, vector<2xi32>
  %y = vector.load %y_in[%at] : memref<2xi32>, vector<2xi32>
  %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %A, %x, %y : vector<2x2xi32>, vector<2xi32> into vector<2xi32>
  return %r : vector<2xi32>
}

// -----

#a = affine_map<(i, k) -> (i, k)>
#b = affine_map<(i, k) -> (k)>
#c = affine_map<(i, k) -> (i)>
func.func @f(%A_in: memref<2x2xi32>, %x_in: memref<2xi32>, %y_in: memref<2xi32>) -> vector<2xi32> {
  %at = arith.constant 0 : index
  %A = vector.load %A_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %x = vector.load %x_in[%at] : memref<2xi32>, vector<2xi32>
  %y = vector.load %y_in[%at] : memref<2xi32>, vector<2xi32>
  %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maxsi>} %A, %x, %y : vector<2x2xi32>, vector<2xi32> into vector<2xi32>
  return %r : vector<2xi32>
}
