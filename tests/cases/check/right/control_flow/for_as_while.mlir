// The loop is written with `scf.while`.
func.func @f(%A: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %go = arith.cmpi slt, %i, %c8 : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %x = memref.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %A[%i] : memref<8xf32>
    %n = arith.addi %i, %c1 : index
    scf.yield %n : index
  }
  return
}
