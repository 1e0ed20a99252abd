// A private global is the scratch memory of a loop that becomes parallel.
// input: A = 1, 2, ...: iteration 1 writes @t between the store and the load of iteration 0.
memref.global "private" @t : memref<1xi32> = uninitialized

func.func @scale(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c3 = arith.constant 3 : i32
  %t = memref.get_global @t : memref<1xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.muli %x, %c3 : i32
    affine.store %y, %t[0] : memref<1xi32>
    %z = affine.load %t[0] : memref<1xi32>
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}

// -----

memref.global "private" @t : memref<1xi32> = uninitialized

func.func @scale(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c3 = arith.constant 3 : i32
  %t = memref.get_global @t : memref<1xi32>
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.muli %x, %c3 : i32
    affine.store %y, %t[0] : memref<1xi32>
    %z = affine.load %t[0] : memref<1xi32>
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}
