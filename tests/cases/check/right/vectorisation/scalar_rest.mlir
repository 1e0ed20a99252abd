// The cells that fill no vector are computed one by one.
func.func @f(%A: memref<11xf32>, %B: memref<11xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c11 = arith.constant 11 : index
  scf.for %i = %c0 to %c11 step %c1 {
    %x = memref.load %A[%i] : memref<11xf32>
    %y = arith.negf %x : f32
    memref.store %y, %B[%i] : memref<11xf32>
  }
  return
}

// -----

func.func @f(%A: memref<11xf32>, %B: memref<11xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c11 = arith.constant 11 : index
  scf.for %i = %c0 to %c8 step %c4 {
    %x = vector.load %A[%i] : memref<11xf32>, vector<4xf32>
    %y = arith.negf %x : vector<4xf32>
    vector.store %y, %B[%i] : memref<11xf32>, vector<4xf32>
  }
  scf.for %i = %c8 to %c11 step %c1 {
    %x = memref.load %A[%i] : memref<11xf32>
    %y = arith.negf %x : f32
    memref.store %y, %B[%i] : memref<11xf32>
  }
  return
}
