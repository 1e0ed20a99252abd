// A load takes the value of a store that another store has overwritten.
// input: a = 1, b = 2: 2, and 1 after it.
func.func @last(%A: memref<4xi32>, %a: i32, %b: i32) -> i32 {
  affine.store %a, %A[0] : memref<4xi32>
  affine.store %b, %A[0] : memref<4xi32>
  %x = affine.load %A[0] : memref<4xi32>
  return %x : i32
}

// -----

func.func @last(%A: memref<4xi32>, %a: i32, %b: i32) -> i32 {
  affine.store %a, %A[0] : memref<4xi32>
  affine.store %b, %A[0] : memref<4xi32>
  return %a : i32
}
