// Two handles of one global are the same.
memref.global "private" @g : memref<4xi32> = dense<0>

func.func @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %m = memref.get_global @g : memref<4xi32>
  %n = memref.get_global @g : memref<4xi32>
  memref.store %a, %m[%c1] : memref<4xi32>
  %x = memref.load %n[%c1] : memref<4xi32>
  return %x : i32
}

// -----

memref.global "private" @g : memref<4xi32> = dense<0>

func.func @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %m = memref.get_global @g : memref<4xi32>
  memref.store %a, %m[%c1] : memref<4xi32>
  %x = memref.load %m[%c1] : memref<4xi32>
  return %x : i32
}
