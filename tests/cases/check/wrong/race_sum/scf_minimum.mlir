// A running minimum in one cell is updated by all iterations of a parallel loop.
// input: A = 3, 5, ..., m = 9: both iterations load 9, the one of 3 stores first, and 5 stays.
func.func @low(%A: memref<16xi16>, %m: memref<i16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %A[%i] : memref<16xi16>
    %o = memref.load %m[] : memref<i16>
    %n = arith.minsi %o, %x : i16
    memref.store %n, %m[] : memref<i16>
  }
  return
}

// -----

func.func @low(%A: memref<16xi16>, %m: memref<i16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %x = memref.load %A[%i] : memref<16xi16>
    %o = memref.load %m[] : memref<i16>
    %n = arith.minsi %o, %x : i16
    memref.store %n, %m[] : memref<i16>
  }
  return
}
