// A private row that is filled and read as a whole becomes a vector.
func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloca() : memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %v = vector.load %A[%i, %c0] : memref<4x4xf32>, vector<4xf32>
    %w = arith.addf %v, %v : vector<4xf32>
    vector.store %w, %m[%c0] : memref<4xf32>, vector<4xf32>
    %x = vector.load %m[%c0] : memref<4xf32>, vector<4xf32>
    vector.store %x, %B[%i, %c0] : memref<4x4xf32>, vector<4xf32>
  }
  return
}

// -----

func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %v = vector.load %A[%i, %c0] : memref<4x4xf32>, vector<4xf32>
    %w = arith.addf %v, %v : vector<4xf32>
    vector.store %w, %B[%i, %c0] : memref<4x4xf32>, vector<4xf32>
  }
  return
}
