# The boot sector and the way to long mode. The BIOS loads 512 bytes to 0x7c00; they load the rest of the loader, enter long mode with
# the first GiB mapped to itself, enable SSE to AVX-512 as far as the CPU has them, and call loader_main.

    .intel_syntax noprefix
    .section .boot, "ax"
    .globl _start
    .code16
_start:
    cli
    xor ax, ax
    mov ds, ax
    mov es, ax
    mov ss, ax
    mov sp, 0x7c00
    mov si, offset disk_packet
    mov ah, 0x42                    # int 13h: extended read
    int 0x13
    jc stop16
    in al, 0x92                     # the A20 gate
    or al, 2
    and al, 0xfe
    out 0x92, al
    lgdt [gdt_pointer]
    mov eax, cr0
    or eax, 1
    mov cr0, eax
    ljmp 0x08, offset protected
stop16:
    hlt
    jmp stop16

    .align 4
disk_packet:
    .byte 16, 0
    .word LOADER_SECTORS            # how many
    .word 0x7e00, 0                 # where to: offset, segment
    .long 1, 0                      # from sector 1

    .align 8
gdt:
    .quad 0
    .quad 0x00cf9a000000ffff        # 0x08: 32-bit code
    .quad 0x00cf92000000ffff        # 0x10: data
    .quad 0x00af9a000000ffff        # 0x18: 64-bit code
gdt_pointer:
    .word 31
    .long gdt

    .code32
protected:
    mov ax, 0x10
    mov ds, ax
    mov es, ax
    mov ss, ax
    mov edi, 0x1000                 # page tables: clear three pages
    xor eax, eax
    mov ecx, 3072
    rep stosd
    mov dword ptr [0x1000], 0x2003
    mov dword ptr [0x2000], 0x3003
    mov edi, 0x3000                 # 512 pages of 2 MiB
    mov eax, 0x83
    mov ecx, 512
fill:
    mov dword ptr [edi], eax
    add eax, 0x200000
    add edi, 8
    loop fill
    mov eax, 0x1000
    mov cr3, eax
    mov eax, cr4
    or eax, 0x20                    # PAE
    mov cr4, eax
    mov ecx, 0xc0000080             # EFER.LME
    rdmsr
    or eax, 0x100
    wrmsr
    mov eax, cr0
    or eax, 0x80000000
    mov cr0, eax
    ljmp 0x18, offset long_mode
    .org 510
    .word 0xaa55

    .code64
long_mode:
    mov rsp, 0x1f0000
    mov rax, cr0
    and rax, ~4                     # no x87 emulation
    or rax, 2
    mov cr0, rax
    mov rax, cr4
    or rax, 0x600                   # OSFXSR, OSXMMEXCPT
    mov cr4, rax
    mov eax, 1
    cpuid
    test ecx, 1 << 26               # XSAVE
    jz run
    mov rax, cr4
    or rax, 0x40000                 # OSXSAVE
    mov cr4, rax
    mov eax, 0xd
    xor ecx, ecx
    cpuid                           # the state components that this CPU has
    and eax, 0xe7                   # x87, SSE, AVX, and the three of AVX-512
    xor edx, edx
    xor ecx, ecx
    xsetbv
run:
    call loader_main
stop64:
    hlt
    jmp stop64

# Where each of the processor's exceptions begins, 16 bytes apart.
    .globl exceptions
    .balign 16
exceptions:
    .set vector, 0
    .rept 32
    push vector
    jmp exception
    .balign 16
    .set vector, vector + 1
    .endr
exception:
    pop rdi
    mov rsi, rsp                    # the error code, if there is one, and the place
    and rsp, -16
    call loader_exception
    jmp stop64
