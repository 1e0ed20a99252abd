// The product of two matrices of integers is the sum of outer products.
#a = affine_map<(i, j, k) -> (k, i)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @f(%A_in: memref<2x2xi32>, %B_in: memref<2x2xi32>, %C_in: memref<2x2xi32>) -> vector<2x2xi32> {
  %at = arith.constant 0 : index
  %A = vector.load %A_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %B = vector.load %B_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %C = vector.load %C_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %A, %B, %C : vector<2x2xi32>, vector<2x2xi32> into vector<2x2xi32>
  return %r : vector<2x2xi32>
}

// -----

#a = affine_map<(i, j, k) -> (k, i)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @f(%A_in: memref<2x2xi32>, %B_in: memref<2x2xi32>, %C_in: memref<2x2xi32>) -> vector<2x2xi32> {
  %at = arith.constant 0 : index
  %A = vector.load %A_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %B = vector.load %B_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %C = vector.load %C_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %a0 = vector.extract %A[0] : vector<2xi32> from vector<2x2xi32>
  %b0 = vector.extract %B[0] : vector<2xi32> from vector<2x2xi32>
  %r0 = vector.outerproduct %a0, %b0, %C {kind = #vector.kind<add>} : vector<2xi32>, vector<2xi32>
  %a1 = vector.extract %A[1] : vector<2xi32> from vector<2x2xi32>
  %b1 = vector.extract %B[1] : vector<2xi32> from vector<2x2xi32>
  %r = vector.outerproduct %a1, %b1, %r0 {kind = #vector.kind<add>} : vector<2xi32>, vector<2xi32>
  return %r : vector<2x2xi32>
}
