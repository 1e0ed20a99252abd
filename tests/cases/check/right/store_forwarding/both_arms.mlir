// Both arms store, and the load reads a choice of both numbers.
func.func @f(%A: memref<1xi32>, %c: i1, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  scf.if %c {
    memref.store %a, %A[%c0] : memref<1xi32>
  } else {
    memref.store %b, %A[%c0] : memref<1xi32>
  }
  %x = memref.load %A[%c0] : memref<1xi32>
  return %x : i32
}

// -----

func.func @f(%A: memref<1xi32>, %c: i1, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %x = arith.select %c, %a, %b : i32
  memref.store %x, %A[%c0] : memref<1xi32>
  return %x : i32
}
