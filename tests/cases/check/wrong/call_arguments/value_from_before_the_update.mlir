// The call gets the number before it was updated.
// input: A[0] = 1: @put(2), and @put(1) after it.
func.func private @put(i32)

func.func @f(%A: memref<4xi32>) {
  %x = affine.load %A[0] : memref<4xi32>
  %y = arith.addi %x, %x : i32
  affine.store %y, %A[0] : memref<4xi32>
  func.call @put(%y) : (i32) -> ()
  return
}

// -----

func.func private @put(i32)

func.func @f(%A: memref<4xi32>) {
  %x = affine.load %A[0] : memref<4xi32>
  %y = arith.addi %x, %x : i32
  affine.store %y, %A[0] : memref<4xi32>
  func.call @put(%x) : (i32) -> ()
  return
}
