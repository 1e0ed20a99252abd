// A public global is copied to before the call, and after it instead.
// input: @g reads @state: it sees A, and zeros after it.
memref.global @state : memref<4xi32> = dense<0>
func.func private @g()

func.func @f(%A: memref<4xi32>) {
  %m = memref.get_global @state : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  func.call @g() : () -> ()
  return
}

// -----

memref.global @state : memref<4xi32> = dense<0>
func.func private @g()

func.func @f(%A: memref<4xi32>) {
  %m = memref.get_global @state : memref<4xi32>
  func.call @g() : () -> ()
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  return
}
