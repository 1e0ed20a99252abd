// The second loop divides by a sum that is not yet complete.
// input: A = 1: B[0] is 1/8, and 1 after it.
func.func @normalise(%A: memref<8xf32>, %B: memref<8xf32>, %s: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %s[] : memref<f32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %o = affine.load %s[] : memref<f32>
    %n = arith.addf %o, %x : f32
    affine.store %n, %s[] : memref<f32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %t = affine.load %s[] : memref<f32>
    %q = arith.divf %x, %t : f32
    affine.store %q, %B[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @normalise(%A: memref<8xf32>, %B: memref<8xf32>, %s: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %s[] : memref<f32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %o = affine.load %s[] : memref<f32>
    %n = arith.addf %o, %x : f32
    affine.store %n, %s[] : memref<f32>
    %t = affine.load %s[] : memref<f32>
    %q = arith.divf %x, %t : f32
    affine.store %q, %B[%i] : memref<8xf32>
  }
  return
}
