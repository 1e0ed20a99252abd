// All columns are summed at once, each in the order of its rows.
func.func @f(%A: memref<6x4xf32>, %c: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  scf.for %j = %c0 to %c4 step %c1 {
    scf.for %i = %c0 to %c6 step %c1 {
      %x = memref.load %A[%i, %j] : memref<6x4xf32>
      %o = memref.load %c[%j] : memref<4xf32>
      %n = arith.addf %o, %x : f32
      memref.store %n, %c[%j] : memref<4xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<6x4xf32>, %c: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %o = vector.load %c[%c0] : memref<4xf32>, vector<4xf32>
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%t = %o) -> (vector<4xf32>) {
    %x = vector.load %A[%i, %c0] : memref<6x4xf32>, vector<4xf32>
    %n = arith.addf %t, %x : vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  vector.store %r, %c[%c0] : memref<4xf32>, vector<4xf32>
  return
}
