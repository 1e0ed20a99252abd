f:
	vpaddw	.LCPI0_0(%rip), %zmm1, %zmm2 {%k1} {z}
.LBB0_1:
	movq	%fs:40, %rax
	{vex} vpdpbusd	%ymm0, %ymm1, %ymm2
	add	x8, x8, #64
