// Each row of the product is a vector, and its terms come in the order of k.
func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %C: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      scf.for %k = %c0 to %c4 step %c1 {
        %x = memref.load %A[%i, %k] : memref<4x4xf32>
        %y = memref.load %B[%k, %j] : memref<4x4xf32>
        %z = memref.load %C[%i, %j] : memref<4x4xf32>
        %p = arith.mulf %x, %y : f32
        %n = arith.addf %z, %p : f32
        memref.store %n, %C[%i, %j] : memref<4x4xf32>
      }
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %C: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %z = vector.load %C[%i, %c0] : memref<4x4xf32>, vector<4xf32>
    %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%t = %z) -> (vector<4xf32>) {
      %x = memref.load %A[%i, %k] : memref<4x4xf32>
      %b = vector.splat %x : vector<4xf32>
      %y = vector.load %B[%k, %c0] : memref<4x4xf32>, vector<4xf32>
      %p = arith.mulf %b, %y : vector<4xf32>
      %n = arith.addf %t, %p : vector<4xf32>
      scf.yield %n : vector<4xf32>
    }
    vector.store %r, %C[%i, %c0] : memref<4x4xf32>, vector<4xf32>
  }
  return
}
