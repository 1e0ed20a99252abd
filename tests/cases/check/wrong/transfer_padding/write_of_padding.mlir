// The padding of a read is written to a memref that is longer.
// input: A = 1, B = 5: B[6] stays 5, and becomes 0 after it.
func.func @f(%A: memref<6xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 6 {
    %x = affine.load %A[%i] : memref<6xi32>
    affine.store %x, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<6xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c4 {
    %x = vector.transfer_read %A[%i], %zero : memref<6xi32>, vector<4xi32>
    vector.transfer_write %x, %B[%i] : vector<4xi32>, memref<8xi32>
  }
  return
}
