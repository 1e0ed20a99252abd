"func.func"() <{function_type = (memref<64xi8>, memref<64xi8>) -> (), sym_name = "apart"}> ({
^bb0(%m: memref<64xi8>, %n: memref<64xi8>):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
  %one = "arith.constant"() <{value = dense<1> : vector<32xi16>}> : () -> vector<32xi16>
  %a = "vector.load"(%m, %c0) : (memref<64xi8>, index) -> vector<32xi8>
  %w = "arith.extui"(%a) : (vector<32xi8>) -> vector<32xi16>
  %s = "arith.addi"(%w, %one) : (vector<32xi16>, vector<32xi16>) -> vector<32xi16>
  %h = "arith.shrui"(%s, %one) : (vector<32xi16>, vector<32xi16>) -> vector<32xi16>
  %t = "arith.trunci"(%h) : (vector<32xi16>) -> vector<32xi8>
  %x = "vector.extract_strided_slice"(%t) <{offsets = [0], sizes = [16], strides = [1]}> : (vector<32xi8>) -> vector<16xi8>
  %y = "vector.extract_strided_slice"(%t) <{offsets = [16], sizes = [16], strides = [1]}> : (vector<32xi8>) -> vector<16xi8>
  "vector.store"(%x, %n, %c16) : (vector<16xi8>, memref<64xi8>, index) -> ()
  "vector.store"(%y, %n, %c0) : (vector<16xi8>, memref<64xi8>, index) -> ()
  "func.return"() : () -> ()
}) : () -> ()
