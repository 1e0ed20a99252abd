// The last store to a public global is dropped.
// input: @state is 1 after the call, and 0 after it.
memref.global @state : memref<1xi32> = dense<0>

func.func @f() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %m = memref.get_global @state : memref<1xi32>
  memref.store %one, %m[%c0] : memref<1xi32>
  return
}

// -----

memref.global @state : memref<1xi32> = dense<0>

func.func @f() {
  %c0 = arith.constant 0 : index
  return
}
