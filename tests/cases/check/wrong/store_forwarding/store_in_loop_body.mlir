// A load after a loop takes the value of the store before it, which the loop has overwritten.
// input: A = 2: 2, and 0 after it.
// source: LLVM issue #53034 is about affine-scalrep and stores within loops
func.func @loop(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %t = memref.alloca() : memref<1xi32>
  affine.store %zero, %t[0] : memref<1xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.store %x, %t[0] : memref<1xi32>
  }
  %y = affine.load %t[0] : memref<1xi32>
  return %y : i32
}

// -----

func.func @loop(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %t = memref.alloca() : memref<1xi32>
  affine.store %zero, %t[0] : memref<1xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.store %x, %t[0] : memref<1xi32>
  }
  return %zero : i32
}
