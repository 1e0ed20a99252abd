// A constant global is written and restored.
// input: any: a store to a constant global is undefined.
memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>

func.func @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i32
  %m = memref.get_global @table : memref<4xi32>
  %x = memref.load %m[%c1] : memref<4xi32>
  return %x : i32
}

// -----

memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>

func.func @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i32
  %m = memref.get_global @table : memref<4xi32>
  memref.store %a, %m[%c1] : memref<4xi32>
  memref.store %two, %m[%c1] : memref<4xi32>
  %x = memref.load %m[%c1] : memref<4xi32>
  return %x : i32
}
