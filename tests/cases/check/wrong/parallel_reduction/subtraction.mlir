// Subtraction serves as the operator of a parallel reduction, though it can be neither exchanged nor regrouped.
// input: A = 1, 0, ...: s - 1 = -1, and combining two partial results gives 0 - (0 - 1) = 1.
func.func @minus(%A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (i32) {
    %x = memref.load %A[%i] : memref<8xi32>
    %n = arith.subi %s, %x : i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

func.func @minus(%A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %r = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%zero) -> i32 {
    %x = memref.load %A[%i] : memref<8xi32>
    scf.reduce(%x : i32) {
    ^bb0(%l: i32, %q: i32):
      %n = arith.subi %l, %q : i32
      scf.reduce.return %n : i32
    }
  }
  return %r : i32
}
