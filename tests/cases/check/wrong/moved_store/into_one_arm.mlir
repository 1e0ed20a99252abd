// The store sinks into one arm of a choice, and the other one reads the old cell.
// input: c = false, A[0] = 7: 1, and 7 after it.
func.func @arm(%A: memref<4xi32>, %c: i1) -> i32 {
  %one = arith.constant 1 : i32
  affine.store %one, %A[0] : memref<4xi32>
  %r = scf.if %c -> (i32) {
    scf.yield %one : i32
  } else {
    %x = affine.load %A[0] : memref<4xi32>
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

func.func @arm(%A: memref<4xi32>, %c: i1) -> i32 {
  %one = arith.constant 1 : i32
  %r = scf.if %c -> (i32) {
    affine.store %one, %A[0] : memref<4xi32>
    scf.yield %one : i32
  } else {
    %x = affine.load %A[0] : memref<4xi32>
    scf.yield %x : i32
  }
  return %r : i32
}
