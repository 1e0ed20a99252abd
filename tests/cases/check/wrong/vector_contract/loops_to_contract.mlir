// Loops of a product become a contraction of which one factor is read by the wrong row.
// input: A = ((1, 0), (0, 0)), B = ((0, 1), (0, 0)): C[0, 1] is 1, and 0 after it.
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @f(%A: memref<2x2xi32>, %B: memref<2x2xi32>, %C: memref<2x2xi32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 2 {
        %x = affine.load %A[%i, %k] : memref<2x2xi32>
        %y = affine.load %B[%k, %j] : memref<2x2xi32>
        %z = affine.load %C[%i, %j] : memref<2x2xi32>
        %p = arith.muli %x, %y : i32
        %n = arith.addi %z, %p : i32
        affine.store %n, %C[%i, %j] : memref<2x2xi32>
      }
    }
  }
  return
}

// -----

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @f(%A: memref<2x2xi32>, %B: memref<2x2xi32>, %C: memref<2x2xi32>) {
  %c0 = arith.constant 0 : index
  %x = vector.load %A[%c0, %c0] : memref<2x2xi32>, vector<2x2xi32>
  %y = vector.load %B[%c0, %c0] : memref<2x2xi32>, vector<2x2xi32>
  %z = vector.load %C[%c0, %c0] : memref<2x2xi32>, vector<2x2xi32>
  %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %z : vector<2x2xi32>, vector<2x2xi32> into vector<2x2xi32>
  vector.store %r, %C[%c0, %c0] : memref<2x2xi32>, vector<2x2xi32>
  return
}
