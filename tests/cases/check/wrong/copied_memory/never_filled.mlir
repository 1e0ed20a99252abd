// A fast buffer is copied back without having been filled.
// input: A = 3: A[1] stays 3; after it A[1] is what was in the buffer.
// source: LLVM issue #217538 (affine-data-copy-generate)
func.func @fast(%A: memref<4xi32>) {
  %nine = arith.constant 9 : i32
  affine.store %nine, %A[0] : memref<4xi32>
  return
}

// -----

func.func @fast(%A: memref<4xi32>) {
  %nine = arith.constant 9 : i32
  %f = memref.alloc() : memref<4xi32>
  affine.store %nine, %f[0] : memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %f[%i] : memref<4xi32>
    affine.store %x, %A[%i] : memref<4xi32>
  }
  memref.dealloc %f : memref<4xi32>
  return
}
