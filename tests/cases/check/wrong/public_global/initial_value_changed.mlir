// The initial value of a constant is another one.
// input: n = 2: 3, and 4 after it.
memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 8]>

func.func @f(%A: memref<4xi32>) {
  %m = memref.get_global @table : memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %m[%i] : memref<4xi32>
    affine.store %x, %A[%i] : memref<4xi32>
  }
  return
}

// -----

memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 4, 8]>

func.func @f(%A: memref<4xi32>) {
  %m = memref.get_global @table : memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %m[%i] : memref<4xi32>
    affine.store %x, %A[%i] : memref<4xi32>
  }
  return
}
