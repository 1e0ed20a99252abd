// The store between goes to an index that can be the same.
// input: n = 0, A[0] = 1, a = 5: 5, and 1 after it.
// sizes: 0
func.func @index(%A: memref<4xi32>, %n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %A[%c0] : memref<4xi32>
  memref.store %a, %A[%n] : memref<4xi32>
  %y = memref.load %A[%c0] : memref<4xi32>
  return %y : i32
}

// -----

func.func @index(%A: memref<4xi32>, %n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %A[%c0] : memref<4xi32>
  memref.store %a, %A[%n] : memref<4xi32>
  return %x : i32
}
