"builtin.module"() ({
  "func.func"() <{function_type = (memref<64xi16>, memref<64xi16>) -> (), sym_name = "butterfly"}> ({
  ^bb0(%m: memref<64xi16>, %n: memref<64xi16>):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
    %one = "arith.constant"() <{value = dense<1> : vector<16xi16>}> : () -> vector<16xi16>
    %a = "vector.load"(%m, %c0) : (memref<64xi16>, index) -> vector<16xi16>
    %b = "vector.load"(%m, %c16) : (memref<64xi16>, index) -> vector<16xi16>
    %s = "arith.addi"(%a, %b) : (vector<16xi16>, vector<16xi16>) -> vector<16xi16>
    %hs = "arith.shrsi"(%s, %one) : (vector<16xi16>, vector<16xi16>) -> vector<16xi16>
    "vector.store"(%hs, %n, %c0) : (vector<16xi16>, memref<64xi16>, index) -> ()
    %d = "arith.subi"(%a, %b) : (vector<16xi16>, vector<16xi16>) -> vector<16xi16>
    %hd = "arith.shrsi"(%d, %one) : (vector<16xi16>, vector<16xi16>) -> vector<16xi16>
    "vector.store"(%hd, %n, %c16) : (vector<16xi16>, memref<64xi16>, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xi16>, vector<2x4xi16>, vector<8xi16>) -> (vector<8xi16>, vector<2x4xi16>), sym_name = "one_uses_the_other"}> ({
  ^bb0(%a: vector<8xi16>, %b: vector<2x4xi16>, %c: vector<8xi16>):
    %p = "vector.shape_cast"(%b) : (vector<2x4xi16>) -> vector<8xi16>
    %x = "arith.muli"(%a, %p) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
    %y = "arith.addi"(%x, %c) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
    %z = "arith.subi"(%x, %c) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
    %w = "arith.muli"(%z, %a) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
    %q = "vector.shape_cast"(%w) : (vector<8xi16>) -> vector<2x4xi16>
    "func.return"(%y, %q) : (vector<8xi16>, vector<2x4xi16>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<64xi16>, vector<16xi16>, vector<16xi16>) -> vector<16xi32>, sym_name = "apart"}> ({
  ^bb0(%m: memref<64xi16>, %a: vector<16xi16>, %b: vector<16xi16>):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %s = "arith.addi"(%a, %b) : (vector<16xi16>, vector<16xi16>) -> vector<16xi16>
    %t = "arith.muli"(%s, %a) : (vector<16xi16>, vector<16xi16>) -> vector<16xi16>
    "vector.store"(%t, %m, %c0) : (vector<16xi16>, memref<64xi16>, index) -> ()
    %l = "vector.load"(%m, %c0) : (memref<64xi16>, index) -> vector<16xi16>
    %d = "arith.subi"(%a, %b) : (vector<16xi16>, vector<16xi16>) -> vector<16xi16>
    %e = "arith.muli"(%d, %l) : (vector<16xi16>, vector<16xi16>) -> vector<16xi16>
    "vector.store"(%e, %m, %c0) : (vector<16xi16>, memref<64xi16>, index) -> ()
    %w = "arith.extsi"(%a) : (vector<16xi16>) -> vector<16xi32>
    %v = "arith.extsi"(%b) : (vector<16xi16>) -> vector<16xi32>
    %r = "arith.muli"(%w, %v) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
    "func.return"(%r) : (vector<16xi32>) -> ()
  }) : () -> ()
}) : () -> ()
