// The private cell of each parallel iteration is hoisted out of the loop and becomes shared.
// input: A = 1, 2, ...: iteration 1 stores between the store and the load of iteration 0, and B[0] = 4.
func.func @double(%A: memref<16xi64>, %B: memref<16xi64>) {
  affine.parallel (%i) = (0) to (16) {
    %t = memref.alloca() : memref<i64>
    %x = affine.load %A[%i] : memref<16xi64>
    %y = arith.shli %x, %x : i64
    affine.store %y, %t[] : memref<i64>
    %z = affine.load %t[] : memref<i64>
    affine.store %z, %B[%i] : memref<16xi64>
  }
  return
}

// -----

func.func @double(%A: memref<16xi64>, %B: memref<16xi64>) {
  %t = memref.alloca() : memref<i64>
  affine.parallel (%i) = (0) to (16) {
    %x = affine.load %A[%i] : memref<16xi64>
    %y = arith.shli %x, %x : i64
    affine.store %y, %t[] : memref<i64>
    %z = affine.load %t[] : memref<i64>
    affine.store %z, %B[%i] : memref<16xi64>
  }
  return
}
