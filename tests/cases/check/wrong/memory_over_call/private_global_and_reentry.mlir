// A store to a private global moves behind a call, which may call this function again.
// input: @g calls @f: that call returns 1, and 0 after it.
memref.global "private" @state : memref<1xi32> = dense<0>
func.func private @g()

func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %m = memref.get_global @state : memref<1xi32>
  %x = memref.load %m[%c0] : memref<1xi32>
  memref.store %one, %m[%c0] : memref<1xi32>
  func.call @g() : () -> ()
  return %x : i32
}

// -----

memref.global "private" @state : memref<1xi32> = dense<0>
func.func private @g()

func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %m = memref.get_global @state : memref<1xi32>
  %x = memref.load %m[%c0] : memref<1xi32>
  func.call @g() : () -> ()
  memref.store %one, %m[%c0] : memref<1xi32>
  return %x : i32
}
