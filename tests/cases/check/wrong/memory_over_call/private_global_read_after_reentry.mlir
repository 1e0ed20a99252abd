// A load of a private global takes the value from before the call, which may call this function again.
// input: @g calls @f: the load gives 5, and 3 after it.
memref.global "private" @state : memref<1xi32> = dense<3>
func.func private @g()

func.func @f(%first: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %five = arith.constant 5 : i32
  %m = memref.get_global @state : memref<1xi32>
  %x = memref.load %m[%c0] : memref<1xi32>
  func.call @g() : () -> ()
  %y = memref.load %m[%c0] : memref<1xi32>
  memref.store %five, %m[%c0] : memref<1xi32>
  return %y : i32
}

// -----

memref.global "private" @state : memref<1xi32> = dense<3>
func.func private @g()

func.func @f(%first: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %five = arith.constant 5 : i32
  %m = memref.get_global @state : memref<1xi32>
  %x = memref.load %m[%c0] : memref<1xi32>
  func.call @g() : () -> ()
  memref.store %five, %m[%c0] : memref<1xi32>
  return %x : i32
}
