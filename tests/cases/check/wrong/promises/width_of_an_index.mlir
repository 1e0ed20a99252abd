// The module says that an index has 32 bits.
// input: a = 2^32: m[0] is 2^32, and 0 after it.
module {
  func.func @f(%a: i64, %m: memref<16xi64>) {
    %c0 = arith.constant 0 : index
    %i = arith.index_cast %a : i64 to index
    %x = arith.index_cast %i : index to i64
    memref.store %x, %m[%c0] : memref<16xi64>
    return
  }
}

// -----

module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32>>} {
  func.func @f(%a: i64, %m: memref<16xi64>) {
    %c0 = arith.constant 0 : index
    %i = arith.index_cast %a : i64 to index
    %x = arith.index_cast %i : index to i64
    memref.store %x, %m[%c0] : memref<16xi64>
    return
  }
}
