// Memory of the function leaves a number to the next step, which the second program forgets.
// input: A[0] = 1: A[1] is 1, and 0 after it.
func.func @delay(%A: memref<2xf64>) {
  %zero = arith.constant 0.0 : f64
  %m = memref.alloc() : memref<1xf64>
  affine.store %zero, %m[0] : memref<1xf64>
  affine.for %t = 0 to 3 {
    %x = affine.load %m[0] : memref<1xf64>
    affine.store %x, %A[1] : memref<2xf64>
    %y = affine.load %A[0] : memref<2xf64>
    affine.store %y, %m[0] : memref<1xf64>
  }
  memref.dealloc %m : memref<1xf64>
  return
}

// -----

func.func @delay(%A: memref<2xf64>) {
  %zero = arith.constant 0.0 : f64
  %m = memref.alloc() : memref<1xf64>
  affine.store %zero, %m[0] : memref<1xf64>
  affine.for %t = 0 to 3 {
    %x = affine.load %m[0] : memref<1xf64>
    affine.store %x, %A[1] : memref<2xf64>
    %y = affine.load %A[0] : memref<2xf64>
    affine.store %zero, %m[0] : memref<1xf64>
  }
  memref.dealloc %m : memref<1xf64>
  return
}
