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

#define MAGIC 0x00747065736f7369ul /* "isotept" in the image's maker */
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

/* The output's first sector says how long it is: a program that faulted leaves it empty. */
static struct {
    u64 magic, bytes, pad[62];
} trailer;

void loader_main(void) {
    static u8 sector[512];
    struct job *job = (struct job *)sector;
    read_disk(LOADER_SECTORS + 1, 512, sector);
    if (job->magic == MAGIC) {
        read_disk(job->program_sector, job->program_bytes, PROGRAM);
        read_disk(job->input_sector, job->input_bytes, INPUT);
        u64 (*program)(const u8 *, u64, u8 *) = (u64(*)(const u8 *, u64, u8 *))PROGRAM;
        u64 bytes = program(INPUT, job->input_bytes, OUTPUT);
        trailer.magic = MAGIC;
        trailer.bytes = bytes;
        if (bytes <= job->output_bytes) {
            write_disk(job->output_sector + 1, bytes, OUTPUT);
        }
        write_disk(job->output_sector, 512, (u8 *)&trailer);
    }
    for (const char *word = "Shutdown"; *word; word++) {
        out8(0x8900, (u8)*word);
    }
}
