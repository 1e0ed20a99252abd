// Both loops only read the memory that they share.
func.func @f(%A: memref<8xf64>, %B: memref<8xf64>, %C: memref<8xf64>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf64>
    affine.store %x, %B[%i] : memref<8xf64>
  }
  affine.for %i = 0 to 8 {
    %x2 = affine.load %A[%i] : memref<8xf64>
    %y = arith.negf %x2 : f64
    affine.store %y, %C[%i] : memref<8xf64>
  }
  return
}

// -----

func.func @f(%A: memref<8xf64>, %B: memref<8xf64>, %C: memref<8xf64>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf64>
    affine.store %x, %B[%i] : memref<8xf64>
    %y = arith.negf %x : f64
    affine.store %y, %C[%i] : memref<8xf64>
  }
  return
}
