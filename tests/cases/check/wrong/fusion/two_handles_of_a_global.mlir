// Two `get_global` name the same memory, and the loop through one moves over the loop through the other.
// input: @g starts as 1, 2, 3, 4: the sum is 110, and 10 after it.
// source: LLVM issue #216535 (affine-loop-fusion)
memref.global "private" @g : memref<4xi32> = dense<[1, 2, 3, 4]>

func.func @handles() -> i32 {
  %eleven = arith.constant 11 : i32
  %zero = arith.constant 0 : i32
  %a = memref.get_global @g : memref<4xi32>
  %b = memref.get_global @g : memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %a[%i] : memref<4xi32>
    %y = arith.muli %x, %eleven : i32
    affine.store %y, %a[%i] : memref<4xi32>
  }
  %s = affine.for %i = 0 to 4 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %b[%i] : memref<4xi32>
    %n = arith.addi %t, %x : i32
    affine.yield %n : i32
  }
  return %s : i32
}

// -----

memref.global "private" @g : memref<4xi32> = dense<[1, 2, 3, 4]>

func.func @handles() -> i32 {
  %eleven = arith.constant 11 : i32
  %zero = arith.constant 0 : i32
  %a = memref.get_global @g : memref<4xi32>
  %b = memref.get_global @g : memref<4xi32>
  %s = affine.for %i = 0 to 4 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %b[%i] : memref<4xi32>
    %n = arith.addi %t, %x : i32
    affine.yield %n : i32
  }
  affine.for %i = 0 to 4 {
    %x = affine.load %a[%i] : memref<4xi32>
    %y = arith.muli %x, %eleven : i32
    affine.store %y, %a[%i] : memref<4xi32>
  }
  return %s : i32
}
