// The memory is returned only at the end, and the called function cannot know it yet.
func.func private @g()

func.func @f(%a: i32) -> memref<1xi32> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xi32>
  memref.store %a, %m[%c0] : memref<1xi32>
  func.call @g() : () -> ()
  return %m : memref<1xi32>
}

// -----

func.func private @g()

func.func @f(%a: i32) -> memref<1xi32> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xi32>
  func.call @g() : () -> ()
  memref.store %a, %m[%c0] : memref<1xi32>
  return %m : memref<1xi32>
}
