// Two scratch cells, chosen by the iteration modulo 2, serve eight parallel iterations.
// input: A = 0, 1, 2, ...: iterations 0 and 2 share t[0], and B[0] can become 2.
func.func @two(%A: memref<8xf64>, %B: memref<8xf64>) {
  %t = memref.alloca() : memref<8xf64>
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<8xf64>
    affine.store %x, %t[%i] : memref<8xf64>
    %y = affine.load %t[%i] : memref<8xf64>
    %z = arith.negf %y : f64
    affine.store %z, %B[%i] : memref<8xf64>
  }
  return
}

// -----

func.func @two(%A: memref<8xf64>, %B: memref<8xf64>) {
  %t = memref.alloca() : memref<2xf64>
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<8xf64>
    affine.store %x, %t[%i mod 2] : memref<2xf64>
    %y = affine.load %t[%i mod 2] : memref<2xf64>
    %z = arith.negf %y : f64
    affine.store %z, %B[%i] : memref<8xf64>
  }
  return
}
