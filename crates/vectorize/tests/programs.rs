//! Programs in MLIR's own form: what a kernel may be made of.

use crate::{equal, mlir_opt, pipes};
use isotope_vectorize::Model;

const PROGRAMS: [(&str, &str); 7] = [
    (
        "values that loops carry",
        "func.func @f(%a: memref<4x16xf32>, %c: memref<4xf32>) {
          %zero = arith.constant 0.0 : f32
          affine.for %i = 0 to 4 {
            %s = affine.for %k = 0 to 16 iter_args(%sum = %zero) -> (f32) {
              %x = affine.load %a[%i, %k] : memref<4x16xf32>
              %p = arith.mulf %x, %x fastmath<fast> : f32
              %n = arith.addf %sum, %p fastmath<fast> : f32
              affine.yield %n : f32
            }
            affine.store %s, %c[%i] : memref<4xf32>
          }
          return
        }",
    ),
    (
        "an array of its own, and conditions",
        "func.func @f(%a: memref<16xi32>, %c: memref<16xi32>) {
          %t = memref.alloca() : memref<18xi32>
          %zero = arith.constant 0 : i32
          affine.for %i = 0 to 18 {
            affine.if affine_set<(d0) : (d0 - 1 >= 0, 16 - d0 >= 0)>(%i) {
              %x = affine.load %a[%i - 1] : memref<16xi32>
              affine.store %x, %t[%i] : memref<18xi32>
            } else {
              affine.store %zero, %t[%i] : memref<18xi32>
            }
          }
          affine.for %i = 0 to 16 {
            %x = affine.load %t[%i] : memref<18xi32>
            %y = affine.load %t[%i + 1] : memref<18xi32>
            %z = affine.load %t[%i + 2] : memref<18xi32>
            %s = arith.addi %x, %y : i32
            %r = arith.addi %s, %z : i32
            affine.store %r, %c[%i] : memref<16xi32>
          }
          return
        }",
    ),
    (
        "what is read is written",
        "func.func @f(%a: memref<4x4xi32>) {
          affine.for %i = 0 to 4 {
            affine.for %j = 0 to 3 {
              %x = affine.load %a[%i, %j] : memref<4x4xi32>
              %y = affine.load %a[3 - %i, %j + 1] : memref<4x4xi32>
              %s = arith.subi %x, %y : i32
              affine.store %s, %a[%i, %j] : memref<4x4xi32>
            }
          }
          return
        }",
    ),
    (
        "a constant table, and loops of scf",
        "memref.global \"private\" constant @table : memref<8xi16> = dense<[1, -2, 3, -4, 5, -6, 7, -8]>
        func.func @f(%a: memref<8xi16>, %c: memref<8xi32>) {
          %t = memref.get_global @table : memref<8xi16>
          %zero = arith.constant 0 : index
          %one = arith.constant 1 : index
          %eight = arith.constant 8 : index
          scf.for %i = %zero to %eight step %one {
            %x = memref.load %a[%i] : memref<8xi16>
            %y = memref.load %t[%i] : memref<8xi16>
            %wx = arith.extsi %x : i16 to i32
            %wy = arith.extsi %y : i16 to i32
            %p = arith.muli %wx, %wy : i32
            memref.store %p, %c[%i] : memref<8xi32>
          }
          return
        }",
    ),
    (
        "bytes of a blend, clamped",
        "func.func @f(%a: memref<32xi8>, %b: memref<32xi8>, %w: i32, %c: memref<32xi8>) {
          %most = arith.constant 255 : i32
          %bits = arith.constant 4 : i32
          affine.for %i = 0 to 32 {
            %x = affine.load %a[%i] : memref<32xi8>
            %y = affine.load %b[%i] : memref<32xi8>
            %wx = arith.extui %x : i8 to i32
            %wy = arith.extui %y : i8 to i32
            %p = arith.muli %wx, %w : i32
            %s = arith.addi %p, %wy : i32
            %h = arith.shrui %s, %bits : i32
            %is = arith.cmpi ult, %h, %most : i32
            %m = arith.select %is, %h, %most : i32
            %n = arith.trunci %m : i32 to i8
            affine.store %n, %c[%i] : memref<32xi8>
          }
          return
        }",
    ),
    (
        "sums that are returned, and stored beside",
        "func.func @f(%a: memref<32xi16>, %b: memref<32xi16>, %c: memref<4xi32>) -> (i32, i16, i32) {
          %zero = arith.constant 0 : i32
          %s:2 = affine.for %i = 0 to 32 iter_args(%dot = %zero, %sum = %zero) -> (i32, i32) {
            %x = affine.load %a[%i] : memref<32xi16>
            %y = affine.load %b[%i] : memref<32xi16>
            %wx = arith.extsi %x : i16 to i32
            %wy = arith.extsi %y : i16 to i32
            %p = arith.muli %wx, %wy : i32
            %d = arith.addi %dot, %p : i32
            %t = arith.addi %sum, %wx : i32
            affine.store %wy, %c[%i mod 4] : memref<4xi32>
            affine.yield %d, %t : i32, i32
          }
          %last = affine.load %b[7] : memref<32xi16>
          return %s#0, %last, %s#1 : i32, i16, i32
        }",
    ),
    (
        "one element, of an array without dimensions",
        "func.func @f(%a: memref<f64>, %c: memref<2x2xf64>) {
          %x = affine.load %a[] : memref<f64>
          affine.for %i = 0 to 2 {
            affine.for %j = 0 to 2 {
              %y = affine.load %c[%j, %i] : memref<2x2xf64>
              %s = arith.divf %y, %x : f64
              affine.store %s, %c[%i, %j] : memref<2x2xf64>
            }
          }
          return
        }",
    ),
];

#[test]
fn programs_of_all_kinds_are_equal() {
    if !mlir_opt::is_there("programs_of_all_kinds_are_equal") {
        return;
    }
    for (what, text) in PROGRAMS {
        let generic = mlir_opt::generic(text.as_bytes()).unwrap_or_else(|| panic!("mlir-opt refuses {what}"));
        let generic = String::from_utf8(generic).unwrap();
        let mut vectors = 0;
        for model in [pipes(128), pipes(512), Model::Diospyros(4)] {
            let made = equal(&generic, model);
            let printed = isotope_mlir::print(&made.module);
            assert!(mlir_opt::run(&[], printed.as_bytes()).is_some(), "{what}: MLIR refuses\n{printed}");
            vectors += made.vectors;
        }
        assert!(vectors > 0, "{what}: no vectors");
    }
}
