// A constant global cannot change.
memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func private @g()

func.func @f() -> i32 {
  %c2 = arith.constant 2 : index
  %m = memref.get_global @table : memref<4xi32>
  func.call @g() : () -> ()
  %x = memref.load %m[%c2] : memref<4xi32>
  return %x : i32
}

// -----

memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func private @g()

func.func @f() -> i32 {
  %c2 = arith.constant 2 : index
  %m = memref.get_global @table : memref<4xi32>
  %x = memref.load %m[%c2] : memref<4xi32>
  func.call @g() : () -> ()
  return %x : i32
}
