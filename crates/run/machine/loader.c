/* Loads the program and its input from the disk, runs it, writes its output back, and switches the machine off.
   The disk's sector LOADER_SECTORS + 1 holds a `struct job`. */

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;

struct job {
    u64 magic;
    u64 program_sector, program_bytes;
    u64 input_sector, input_bytes;
    u64 output_sector, output_bytes;
};

#define MAGIC 0x00747065736f7369ul     /* "isotept" in the image's maker */
#define EXCEPTION 0x0074706563786569ul /* "iexcept" there */
#define EXCEPTIONS 32
#define EXCEPTION_BYTES 16
#define PROGRAM ((u8 *)0x00200000)
#define INPUT ((u8 *)0x08000000)
#define OUTPUT ((u8 *)0x10000000)

static void out8(u16 port, u8 value) { __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port)); }
static u8 in8(u16 port) {
    u8 value;
    __asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

static void select_sectors(u64 sector, u8 count, u8 command) {
    while (in8(0x1f7) & 0x80) {
    }
    out8(0x1f6, (u8)(0xe0 | (sector >> 24 & 15)));
    out8(0x1f2, count);
    out8(0x1f3, (u8)sector);
    out8(0x1f4, (u8)(sector >> 8));
    out8(0x1f5, (u8)(sector >> 16));
    out8(0x1f7, command);
}

static void await_data(void) {
    u8 status;
    do {
        status = in8(0x1f7);
    } while ((status & 0x80) || !(status & 9));
}

static void read_disk(u64 sector, u64 bytes, u8 *to) {
    for (u64 left = (bytes + 511) / 512; left;) {
        u64 count = left < 128 ? left : 128;
        select_sectors(sector, (u8)count, 0x20);
        for (u64 i = 0; i < count; i++) {
            u64 words = 256;
            await_data();
            __asm__ volatile("rep insw" : "+D"(to), "+c"(words) : "d"((u16)0x1f0) : "memory");
        }
        sector += count;
        left -= count;
    }
}

static void write_disk(u64 sector, u64 bytes, const u8 *from) {
    for (u64 left = (bytes + 511) / 512; left;) {
        u64 count = left < 128 ? left : 128;
        select_sectors(sector, (u8)count, 0x30);
        for (u64 i = 0; i < count; i++) {
            u64 words = 256;
            await_data();
            __asm__ volatile("rep outsw" : "+S"(from), "+c"(words) : "d"((u16)0x1f0) : "memory");
        }
        sector += count;
        left -= count;
    }
    select_sectors(0, 0, 0xe7); /* flush */
    while (in8(0x1f7) & 0x80) {
    }
}

/* The output's first sector says how long it is, or which exception ended the program and where; one that never got there
   leaves it empty. */
static struct {
    u64 magic, bytes, place, pad[61];
} trailer;

/* The job's sector. */
static union {
    struct job job;
    u8 bytes[512];
} sector;

static void switch_off(void) {
    for (const char *word = "Shutdown"; *word; word++) {
        out8(0x8900, (u8)*word);
    }
}

/* A gate of the interrupt descriptor table. */
struct gate {
    u16 low, selector, type, middle;
    u32 high, zero;
};

extern u8 exceptions[]; /* in boot.S: EXCEPTION_BYTES for each */

static void catch_exceptions(void) {
    static struct gate gates[EXCEPTIONS];
    for (u64 i = 0; i < EXCEPTIONS; i++) {
        u64 at = (u64)(exceptions + i * EXCEPTION_BYTES);
        gates[i] = (struct gate){(u16)at, 0x18, 0x8e00, (u16)(at >> 16), (u32)(at >> 32), 0};
    }
    struct __attribute__((packed)) {
        u16 last;
        struct gate *table;
    } pointer = {sizeof gates - 1, gates};
    __asm__ volatile("lidt %0" : : "m"(pointer));
}

/* What an exception ends in, from boot.S: what the processor pushed begins with an error code for some. */
void loader_exception(u64 exception, const u64 *pushed) {
    const u32 with_code = 1 << 8 | 1 << 10 | 1 << 11 | 1 << 12 | 1 << 13 | 1 << 14 | 1 << 17 | 1 << 21;
    trailer.magic = EXCEPTION;
    trailer.bytes = exception;
    trailer.place = pushed[with_code >> exception & 1];
    write_disk(sector.job.output_sector, 512, (u8 *)&trailer);
    switch_off();
}

void loader_main(void) {
    struct job *job = &sector.job;
    read_disk(LOADER_SECTORS + 1, 512, sector.bytes);
    if (job->magic == MAGIC) {
        read_disk(job->program_sector, job->program_bytes, PROGRAM);
        read_disk(job->input_sector, job->input_bytes, INPUT);
        catch_exceptions();
        u64 (*program)(const u8 *, u64, u8 *) = (u64(*)(const u8 *, u64, u8 *))PROGRAM;
        u64 bytes = program(INPUT, job->input_bytes, OUTPUT);
        trailer.magic = MAGIC;
        trailer.bytes = bytes;
        if (bytes <= job->output_bytes) {
            write_disk(job->output_sector + 1, bytes, OUTPUT);
        }
        write_disk(job->output_sector, 512, (u8 *)&trailer);
    }
    switch_off();
}
