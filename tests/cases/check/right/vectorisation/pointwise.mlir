// Each vector computes four cells as they were computed one by one.
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %A[%i] : memref<16xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %B[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c4 {
    %x = vector.load %A[%i] : memref<16xf32>, vector<4xf32>
    %y = arith.mulf %x, %x : vector<4xf32>
    vector.store %y, %B[%i] : memref<16xf32>, vector<4xf32>
  }
  return
}
