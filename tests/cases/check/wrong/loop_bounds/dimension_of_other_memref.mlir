// The bound is the size of another memref.
// input: A has 8 cells and B has 12, B = 2: B[8] is 2, and 4 after it.
// sizes: arg0.0=8,arg1.0=12
func.func @scale(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %B[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %B[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @scale(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %B, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %B[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %B[%i] : memref<?xf32>
  }
  return
}
