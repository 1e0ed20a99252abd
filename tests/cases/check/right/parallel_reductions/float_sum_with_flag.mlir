// The flag allows any order.
func.func @f(%A: memref<8xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %init) -> (f32) {
    %x = memref.load %A[%i] : memref<8xf32>
    %n = arith.addf %s, %x fastmath<fast> : f32
    scf.yield %n : f32
  }
  return %r : f32
}

// -----

func.func @f(%A: memref<8xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%init) -> f32 {
    %x = memref.load %A[%i] : memref<8xf32>
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %q: f32):
      %n = arith.addf %l, %q fastmath<fast> : f32
      scf.reduce.return %n : f32
    }
  }
  return %r : f32
}
