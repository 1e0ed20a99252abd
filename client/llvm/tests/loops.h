// Data of loops.c, and its loops.
enum { MOST = 64 };
struct data {
    int count;
    int numbers[MOST + 16];
    float floats[MOST + 16];
    float matrix[MOST * 24];
};
struct found {
    int counts[MOST];
    int cells[4 * MOST];
    float floats[MOST];
    long longs[MOST];
    int last[2];
    int told[MOST + 1];
};

#define EACH_LOOP(_) \
    _(records)       \
    _(sometimes)     \
    _(inner) _(down) _(own_array) _(clauses) _(zeros) _(product) _(rows) _(pointers) _(sum) _(last) _(last_array) _(calls) _(ordered)

void told(int number);
