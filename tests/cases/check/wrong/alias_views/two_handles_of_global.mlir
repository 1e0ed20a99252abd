// Two handles of one global are taken for different memory.
// input: none: 5, and 0 after it.
// source: LLVM issue #216535 has the same mistake in affine-loop-fusion
memref.global "private" @g : memref<1xi32> = dense<0>

func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %five = arith.constant 5 : i32
  %a = memref.get_global @g : memref<1xi32>
  %b = memref.get_global @g : memref<1xi32>
  memref.store %zero, %a[%c0] : memref<1xi32>
  memref.store %five, %b[%c0] : memref<1xi32>
  %x = memref.load %a[%c0] : memref<1xi32>
  return %x : i32
}

// -----

memref.global "private" @g : memref<1xi32> = dense<0>

func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %five = arith.constant 5 : i32
  %a = memref.get_global @g : memref<1xi32>
  %b = memref.get_global @g : memref<1xi32>
  memref.store %zero, %a[%c0] : memref<1xi32>
  memref.store %five, %b[%c0] : memref<1xi32>
  return %zero : i32
}
