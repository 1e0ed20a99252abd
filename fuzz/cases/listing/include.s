{vex} .incbin x
nop /* */ .incbin x
nop # LLVM-MCA-END
