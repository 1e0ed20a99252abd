// The loop writes the loaded cell through a view of the memref.
// input: A[0] = 1, B = 5: B[1] is 5, and 1 after it.
func.func @view(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %v = memref.subview %A[0] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1]>>
  scf.for %i = %c0 to %c8 step %c1 {
    %f = memref.load %A[%c0] : memref<8xi32>
    %x = memref.load %B[%i] : memref<8xi32>
    memref.store %f, %B[%i] : memref<8xi32>
    memref.store %x, %v[%c0] : memref<4xi32, strided<[1]>>
  }
  return
}

// -----

func.func @view(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %v = memref.subview %A[0] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1]>>
  %f = memref.load %A[%c0] : memref<8xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %B[%i] : memref<8xi32>
    memref.store %f, %B[%i] : memref<8xi32>
    memref.store %x, %v[%c0] : memref<4xi32, strided<[1]>>
  }
  return
}
