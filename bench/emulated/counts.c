/* A plug-in of QEMU that counts how often each instruction is executed.
 *
 *   qemu-aarch64 -plugin counts.so,out=FILE PROGRAM
 *
 * writes a line "ADDRESS COUNT" to FILE for each instruction of each block that ran, the address in hexadecimal; an address that
 * is in several blocks has several lines, which are to be added up. Only emulators that are linked dynamically take plug-ins:
 * Debian's qemu-user does, qemu-user-static does not.
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What this needs of version 1 of QEMU's interface; no package of Debian's has its header. */
typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { ADD_U64 = 0 };

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*translated)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *block, int operation, void *counter, uint64_t amount);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*ended)(plugin_id, void *), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t at);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);

/* Instructions that were translated together. They are executed together: a program of one thread without signals leaves none
   in the middle. */
struct block {
    struct block *next;
    uint64_t executed;
    size_t length;
    uint64_t addresses[];
};

static struct block *blocks;
static const char *path;

static void translated(plugin_id id, struct qemu_plugin_tb *of) {
    (void)id;
    const size_t length = qemu_plugin_tb_n_insns(of);
    struct block *block = calloc(1, sizeof *block + length * sizeof block->addresses[0]);
    if (!block) {
        fputs("counts: no memory\n", stderr);
        exit(70);
    }
    block->length = length;
    for (size_t i = 0; i < length; i++) {
        block->addresses[i] = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(of, i));
    }
    block->next = blocks;
    blocks = block;
    qemu_plugin_register_vcpu_tb_exec_inline(of, ADD_U64, &block->executed, 1);
}

static void ended(plugin_id id, void *data) {
    (void)id;
    (void)data;
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return;
    }
    for (const struct block *block = blocks; block; block = block->next) {
        for (size_t i = 0; block->executed && i < block->length; i++) {
            fprintf(file, "%" PRIx64 " %" PRIu64 "\n", block->addresses[i], block->executed);
        }
    }
    if (fclose(file)) {
        perror(path);
    }
}

__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void *info, int count, char **arguments) {
    (void)info;
    for (int i = 0; i < count; i++) {
        if (!strncmp(arguments[i], "out=", 4)) {
            path = strdup(arguments[i] + 4);
        }
    }
    if (!path) {
        fputs("counts: out=FILE says where the counts go\n", stderr);
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, 0);
    return 0;
}
