// The cells of an argument that nobody reads here are filled only after the call.
// input: @show prints A: a and b, and a and the old number after it.
func.func private @show(memref<8xi32>)

func.func @f(%A: memref<8xi32>, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  memref.store %a, %A[%c0] : memref<8xi32>
  memref.store %b, %A[%c7] : memref<8xi32>
  func.call @show(%A) : (memref<8xi32>) -> ()
  return
}

// -----

func.func private @show(memref<8xi32>)

func.func @f(%A: memref<8xi32>, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  memref.store %a, %A[%c0] : memref<8xi32>
  func.call @show(%A) : (memref<8xi32>) -> ()
  memref.store %b, %A[%c7] : memref<8xi32>
  return
}
