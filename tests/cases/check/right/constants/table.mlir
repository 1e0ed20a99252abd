// The constant memref is read.
memref.global "private" constant @table : memref<4xi32> = dense<[10, 20, 30, 40]>

func.func @f() -> i32 {
  %c2 = arith.constant 2 : index
  %m = memref.get_global @table : memref<4xi32>
  %r = memref.load %m[%c2] : memref<4xi32>
  return %r : i32
}

// -----

memref.global "private" constant @table : memref<4xi32> = dense<[10, 20, 30, 40]>

func.func @f() -> i32 {
  %r = arith.constant 30 : i32
  return %r : i32
}
