// The condition of the loop compares with a number that is never passed.
// input: none: the loop ends after 4 rounds, and never after it.
// max-steps: 1000
func.func @f(%A: memref<4xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %r = scf.while (%i = %zero) : (index) -> index {
    %go = arith.cmpi ult, %i, %four : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %m = arith.remui %i, %four : index
    %x = memref.load %A[%m] : memref<4xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %A[%m] : memref<4xi32>
    %k = arith.addi %i, %one : index
    scf.yield %k : index
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %r = scf.while (%i = %zero) : (index) -> index {
    %go = arith.cmpi uge, %i, %zero : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %m = arith.remui %i, %four : index
    %x = memref.load %A[%m] : memref<4xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %A[%m] : memref<4xi32>
    %k = arith.addi %i, %one : index
    scf.yield %k : index
  }
  return
}
