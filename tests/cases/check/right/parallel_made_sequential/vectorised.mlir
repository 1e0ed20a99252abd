// Four iterations of a parallel loop become one vector.
func.func @f(%A: memref<16xf32>, %b: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %x = memref.load %A[%i] : memref<16xf32>
    %y = arith.mulf %x, %b : f32
    memref.store %y, %A[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @f(%A: memref<16xf32>, %b: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %v = vector.splat %b : vector<4xf32>
  scf.for %i = %c0 to %c16 step %c4 {
    %x = vector.load %A[%i] : memref<16xf32>, vector<4xf32>
    %y = arith.mulf %x, %v : vector<4xf32>
    vector.store %y, %A[%i] : memref<16xf32>, vector<4xf32>
  }
  return
}
