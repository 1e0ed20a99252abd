// A store to a public global moves behind a call that may read it.
// input: @g reads @state: it sees 1, and 0 after it.
memref.global @state : memref<1xi32> = dense<0>
func.func private @g()

func.func @f() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %m = memref.get_global @state : memref<1xi32>
  memref.store %one, %m[%c0] : memref<1xi32>
  func.call @g() : () -> ()
  return
}

// -----

memref.global @state : memref<1xi32> = dense<0>
func.func private @g()

func.func @f() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %m = memref.get_global @state : memref<1xi32>
  func.call @g() : () -> ()
  memref.store %one, %m[%c0] : memref<1xi32>
  return
}
