// Every fourth iteration of the parallel loop adds to the same cell.
// input: A = 1: iterations 0 and 4 both load H[0] = 0 and both store 1.
func.func @histogram(%A: memref<16xi32>, %H: memref<4xi32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xi32>
    %o = affine.load %H[%i mod 4] : memref<4xi32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %H[%i mod 4] : memref<4xi32>
  }
  return
}

// -----

func.func @histogram(%A: memref<16xi32>, %H: memref<4xi32>) {
  affine.parallel (%i) = (0) to (16) {
    %x = affine.load %A[%i] : memref<16xi32>
    %o = affine.load %H[%i mod 4] : memref<4xi32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %H[%i mod 4] : memref<4xi32>
  }
  return
}
