// The sum of the loop has the promise, and the peeled iteration, which had none, gets it, too.
// input: A[0] = 2147483647, a = 1: B[0] is -2147483648, and poison after it.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>, %a: i32) {
  %x0 = affine.load %A[0] : memref<4xi32>
  %y0 = arith.addi %x0, %a : i32
  affine.store %y0, %B[0] : memref<4xi32>
  affine.for %i = 1 to 4 {
    %x = affine.load %A[%i] : memref<4xi32>
    %y = arith.addi %x, %a overflow<nsw> : i32
    affine.store %y, %B[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>, %a: i32) {
  %x0 = affine.load %A[0] : memref<4xi32>
  %y0 = arith.addi %x0, %a overflow<nsw> : i32
  affine.store %y0, %B[0] : memref<4xi32>
  affine.for %i = 1 to 4 {
    %x = affine.load %A[%i] : memref<4xi32>
    %y = arith.addi %x, %a overflow<nsw> : i32
    affine.store %y, %B[%i] : memref<4xi32>
  }
  return
}
