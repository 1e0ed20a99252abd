// Every form of attribute, type and location once.
#map = affine_map<(i, j)[n] -> (i + n * 2, (j - 1) floordiv 4, -i mod 3, j ceildiv (2 + 1))>
#set = affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 == d0, d0 <= s0 * 2)>
#later = [#map, #set]
!pair = tuple<i32, !llvm.ptr<3>>
#there = loc("a file.mlir":3:7)
"builtin.module"() <{sym_name = "named"}> ({
  %0:2 = "test.source"() {flag, "quoted name" = 1 : i8, text = "a\22b\\\0A\C3\A4", typed = "t" : !llvm.ptr} : () -> (i32, !pair)
  "test.sink"(%0#1, %0) : (!pair, i32) -> () loc("x"(fused<"m">[unknown, "f":1:2]))
  "test.numbers"() {a = -5 : index, b = 1.5e+3 : f32, c = 0x7FC00000 : f32, d = true, e = 170141183460469231731687303715884105727 : i128, f = 2.} : () -> ()
  "test.arrays"() {a = array<i64: 1, -2>, b = array<i1: true, false>, c = array<f32>, d = [], e = {}, f = unit, g = [unit]} : () -> ()
  "test.dense"() {a = dense<[[1, 2], [-3, 4]]> : tensor<2x2xi8>, b = dense<"0x0102"> : tensor<2xi8>, c = dense<> : tensor<0xf32>,
    d = dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>, e = sparse<[[0, 1]], [5]> : tensor<3x4xi32>, f = sparse<> : tensor<3xi32>,
    g = dense_resource<blob> : tensor<1xi32>} : () -> ()
  "test.symbols"() {a = @f, b = @f::@"g h"::@i, c = #later, d = #gpu.address_space<workgroup>, e = #unknown<"body > )"> : i32, f = #unknown.b} : () -> ()
  "test.types"() {a = i1, b = si8, c = ui64, d = bf16, e = f8E4M3FN, f = (i32, f32) -> (), g = () -> (i32, index), h = none, i = tuple<>,
    j = vector<f32>, k = vector<4x[8]xf32>, l = tensor<*xf32>, m = tensor<?x0x4xi1, #unknown.encoding<(d0) -> (d0)>>,
    n = memref<*xi8, 1>, o = memref<4x?xf32, strided<[?, 1], offset: ?>, 3 : i32>, p = memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>,
    q = complex<f64>, r = !llvm.struct<(i32, ptr)>, s = !unknown<"x">, t = () -> (() -> i32), u = memref<2xf32, #gpu.address_space<private>>} : () -> ()
  "test.region"() ({
    "test.branch"(%1)[^second] : (i32) -> ()
  ^second:
    "test.branch"()[^second, ^third] : () -> ()
  ^third(%2: i32 loc(#there), %3: f32):
    "test.use"(%2, %3, %4#1) : (i32, f32, index) -> ()
  }, {
  }, {
  ^empty:
  }) : () -> ()
  %1 = "test.later"() : () -> i32
  %4:2 = "test.later"() : () -> (index, index)
  "test.unique"() {id = distinct[0]<"x">, id2 = distinct[1]<>, at = loc(callsite("a" at unknown))} : () -> () loc(#end)
}) : () -> () loc(#there)
#end = loc(callsite("callee":1:1 at #there))

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001000000"
    }
  }
#-}
