// A sum of floats becomes a parallel reduction, whose order is open, without a flag that allows it.
// input: A = 1e30, 1, -1e30, 0, ...: in this order the sum is 0, and in another it is 1.
func.func @sum(%A: memref<16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> (f32) {
    %x = memref.load %A[%i] : memref<16xf32>
    %n = arith.addf %s, %x : f32
    scf.yield %n : f32
  }
  return %r : f32
}

// -----

func.func @sum(%A: memref<16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.parallel (%i) = (%c0) to (%c16) step (%c1) init (%zero) -> f32 {
    %x = memref.load %A[%i] : memref<16xf32>
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %q: f32):
      %n = arith.addf %l, %q : f32
      scf.reduce.return %n : f32
    }
  }
  return %r : f32
}
