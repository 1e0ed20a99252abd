// A vector is printed as one row and not as two.
// input: A = 1, 2, 3, 4: prints ( ( 1, 2 ), ( 3, 4 ) ), and ( 1, 2, 3, 4 ) after it.
func.func @f(%A: memref<4xi32>) {
  %zero = arith.constant 0 : index
  %a = vector.load %A[%zero] : memref<4xi32>, vector<4xi32>
  %b = vector.shape_cast %a : vector<4xi32> to vector<2x2xi32>
  vector.print %b : vector<2x2xi32>
  return
}

// -----

func.func @f(%A: memref<4xi32>) {
  %zero = arith.constant 0 : index
  %a = vector.load %A[%zero] : memref<4xi32>, vector<4xi32>
  vector.print %a : vector<4xi32>
  return
}
