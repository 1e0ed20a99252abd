// The memory is one of two arguments, and a load of the first is taken from before the store.
// input: c = true, a = 5: 5, and the old number after it.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>, %c: i1, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %m = scf.if %c -> (memref<4xi32>) {
    scf.yield %A : memref<4xi32>
  } else {
    scf.yield %B : memref<4xi32>
  }
  memref.store %a, %m[%c0] : memref<4xi32>
  %x = memref.load %A[%c0] : memref<4xi32>
  return %x : i32
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>, %c: i1, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %m = scf.if %c -> (memref<4xi32>) {
    scf.yield %A : memref<4xi32>
  } else {
    scf.yield %B : memref<4xi32>
  }
  %x = memref.load %A[%c0] : memref<4xi32>
  memref.store %a, %m[%c0] : memref<4xi32>
  return %x : i32
}
