// All parallel iterations read the first cell, and the first one writes it.
// input: A[0] = 1: iteration 3 should read -1 and write 1; it may read A[0] before iteration 0 negates it.
func.func @spread(%A: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %zero = arith.constant 0 : i32
    %x = affine.load %A[0] : memref<16xi32>
    %y = arith.subi %zero, %x : i32
    affine.store %y, %A[%i] : memref<16xi32>
  }
  return
}

// -----

func.func @spread(%A: memref<16xi32>) {
  affine.parallel (%i) = (0) to (16) {
    %zero = arith.constant 0 : i32
    %x = affine.load %A[0] : memref<16xi32>
    %y = arith.subi %zero, %x : i32
    affine.store %y, %A[%i] : memref<16xi32>
  }
  return
}
