/* Asks for what the arguments say, over isotope.h alone, and prints what came back.
 *
 *   program layout
 *   program select SERVER TIMEOUT_MS TEXT...
 *   program compare SERVER NAME OWN SELECTED
 *   program graph SERVER
 *   program null
 */
#include <isotope.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(type, field) printf(#type "." #field " %zu\n", offsetof(type, field))

static int layout(void) {
    printf("abi %u %d\n", isotope_abi_version(), ISOTOPE_ABI_VERSION);
    printf("reasons %d\n", ISOTOPE_REASONS);
    printf("sizes %zu %zu %zu %zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof(isotope_type), sizeof(isotope_config),
           sizeof(isotope_target), sizeof(isotope_parameter), sizeof(isotope_result), sizeof(isotope_counters),
           sizeof(isotope_pair), sizeof(isotope_compared), sizeof(isotope_leaf), sizeof(isotope_stage_options),
           sizeof(isotope_remark));
    FIELD(isotope_config, expected_epoch);
    FIELD(isotope_config, plain);
    FIELD(isotope_parameter, stride);
    FIELD(isotope_result, truncated);
    FIELD(isotope_counters, reasons);
    FIELD(isotope_pair, selected);
    FIELD(isotope_compared, is_better);
    FIELD(isotope_compared, selected_cost);
    FIELD(isotope_result, is_better);
    FIELD(isotope_programs, located);
    FIELD(isotope_checked, remembered);
    FIELD(isotope_stage_options, deadline_ms);
    FIELD(isotope_remark, target);
    FIELD(isotope_remark, why_not);
    FIELD(isotope_staged, remark_count);
    FIELD(isotope_code, iterations);
    FIELD(isotope_scheduled, object_bytes);
    FIELD(isotope_scheduled, after);
    FIELD(isotope_leaf, type);
    FIELD(isotope_leaf, stride);
    for (unsigned i = 0; i <= ISOTOPE_REASONS; i++) {
        printf("%u %s\n", i, isotope_reason_name(i));
    }
    return 0;
}

static void print_parameter(const isotope_parameter *p) {
    if (p->leaf) {
        printf("  leaf %s: kind %u, %u bits, %u lanes\n", p->leaf, p->type.kind, p->type.bits, p->type.lanes);
    } else {
        printf("  load %s[%s + %lld, stride %lld]: %u lanes\n", p->buffer, p->base, (long long)p->offset,
               (long long)p->stride, p->type.lanes);
    }
}

static void print_result(const isotope_result *r) {
    printf("%s %s\n", isotope_reason_name(r->reason), r->reason ? "" : r->function);
    if (getenv("DETAILS") && r->reason) {
        printf("  %s\n", r->detail);
    }
    if (r->reason == ISOTOPE_ANSWERED) {
        printf("  verdict %u, cost %llu of %llu, %u lanes, %s, %s\n", r->verdict, (unsigned long long)r->cost,
               (unsigned long long)r->baseline_cost, r->type.lanes, r->instructions, r->source);
        if (r->truncated) {
            printf("  %s: %s\n", r->truncated == ISOTOPE_SEARCHED_ON ? "searched on" : "cut short", r->detail);
        }
        for (size_t i = 0; i < r->parameter_count; i++) {
            print_parameter(&r->parameters[i]);
        }
    }
}

static int select_all(const char *server, unsigned timeout_ms, const char *const *texts, size_t count) {
    isotope_config config = {.size = sizeof(config), .server = server, .timeout_ms = timeout_ms, .silence_ms = timeout_ms};
    isotope_target target = {.arch = "x86_64", .mcpu = "znver4"};
    isotope_client *client = isotope_client_new(&config);
    isotope_results *results = isotope_select_batch(client, &target, texts, count, 0);
    for (size_t i = 0; i < isotope_results_count(results); i++) {
        print_result(isotope_results_get(results, i));
    }
    printf("past the end %p\n", (void *)isotope_results_get(results, count));
    isotope_results_free(results);
    isotope_counters counters = {.size = sizeof(counters)};
    isotope_client_counters(client, &counters);
    printf("calls %llu, windows %llu, answered %llu\n", (unsigned long long)counters.calls,
           (unsigned long long)counters.windows, (unsigned long long)counters.reasons[ISOTOPE_ANSWERED]);
    isotope_client_free(client);
    return 0;
}

/* A window as a graph, and one that was built wrongly. */
static int graphs(const char *server) {
    isotope_graph *graph = isotope_graph_new(), *wrong = isotope_graph_new();
    isotope_type bytes = {ISOTOPE_INT, 8, 64}, byte = {ISOTOPE_INT, 8, 1};
    isotope_leaf load = {.size = sizeof(load), .name = "b", .type = bytes, .has_range = 1, .min = -100, .max = 100,
                         .buffer = "B", .base = "t", .offset = 4, .stride = 1};
    isotope_leaf scalar = {.size = sizeof(scalar), .name = "s", .type = byte};
    isotope_node s = isotope_graph_leaf(graph, &scalar);
    isotope_node args[] = {isotope_graph_leaf(graph, &load), isotope_graph_operation(graph, "broadcast", &bytes, &s, 1)};
    isotope_graph_root(graph, isotope_graph_operation(graph, "saturating_add", NULL, args, 2));
    printf("%s%s", isotope_graph_error(graph), isotope_graph_text(graph));
    isotope_node none[] = {isotope_graph_leaf(wrong, &load), ISOTOPE_NO_NODE};
    isotope_graph_root(wrong, isotope_graph_operation(wrong, "add", NULL, none, 2));
    isotope_config config = {.size = sizeof(config), .server = server, .timeout_ms = 20000, .silence_ms = 20000};
    isotope_target target = {.arch = "x86_64", .mcpu = "znver4"};
    isotope_client *client = isotope_client_new(&config);
    const isotope_graph *both[] = {graph, wrong};
    isotope_results *results = isotope_select_graphs(client, &target, both, 2, 0);
    isotope_graph_free(graph);
    isotope_graph_free(wrong);
    print_result(isotope_results_get(results, 0));
    print_result(isotope_results_get(results, 1));
    printf("  %s\n", isotope_results_get(results, 1)->detail);
    isotope_results_free(results);
    isotope_client_free(client);
    return 0;
}

/* Asks by name, then with the listings, then by name again. */
static int compare(const char *server, const char *name, const char *own, const char *selected) {
    isotope_config config = {.size = sizeof(config), .server = server, .timeout_ms = 20000, .silence_ms = 20000};
    isotope_target target = {.arch = "x86_64", .mcpu = "znver4"};
    isotope_client *client = isotope_client_new(&config);
    printf("%u ms\n", isotope_client_timeout_ms(client));
    for (int turn = 0; turn < 3; turn++) {
        isotope_pair pair = {name, turn == 1 ? own : NULL, turn == 1 ? selected : NULL};
        isotope_compared compared;
        memset(&compared, 0xff, sizeof(compared));
        isotope_reason reason = isotope_compare(client, &target, &pair, 1, 0, &compared);
        printf("%s: %d, %llu and %llu\n", isotope_reason_name(reason), compared.known,
               (unsigned long long)compared.own_cost, (unsigned long long)compared.selected_cost);
    }
    isotope_client_free(client);
    return 0;
}

/* What no program should do, and some will. */
static int nulls(void) {
    const char *texts[] = {"uint8x16 (uint8x16)a", NULL, "\xff"};
    isotope_results *results = isotope_select_batch(NULL, NULL, texts, 3, 100);
    printf("%zu %s\n", isotope_results_count(results), isotope_reason_name(isotope_results_get(results, 0)->reason));
    isotope_results_free(results);
    isotope_config config = {.size = 1};
    isotope_client *client = isotope_client_new(&config);
    for (size_t count = 2; count <= 3; count++) {
        results = isotope_select_batch(client, NULL, texts, count, 100);
        const isotope_result *last = isotope_results_get(results, count - 1);
        printf("%s: %s\n", isotope_reason_name(last->reason), last->detail);
        isotope_results_free(results);
    }
    results = isotope_select_batch(client, NULL, NULL, 3, 100);
    printf("%zu\n", isotope_results_count(results));
    isotope_results_free(results);
    isotope_client_free(client);
    isotope_results_free(NULL);
    isotope_client_free(NULL);
    isotope_client_counters(NULL, NULL);
    isotope_pair pair = {NULL, NULL, NULL};
    isotope_compared compared;
    isotope_reason reason = isotope_compare(NULL, NULL, &pair, 1, 100, &compared);
    printf("%s %d\n", isotope_reason_name(reason), compared.known);
    printf("%s %u\n", isotope_reason_name(isotope_compare(NULL, NULL, NULL, 1, 100, NULL)),
           isotope_client_timeout_ms(NULL));
    isotope_compared three[3] = {{7, 7, 7, 7}, {7, 7, 7, 7}, {7, 7, 7, 7}};
    reason = isotope_compare(NULL, NULL, NULL, 3, 100, three);
    printf("%s %d %d\n", isotope_reason_name(reason), three[0].known, three[2].known);
    printf("%s\n", isotope_reason_name(isotope_compare(NULL, NULL, &pair, SIZE_MAX, 100, three)));
    results = isotope_select_graphs(NULL, NULL, NULL, SIZE_MAX, 100);
    printf("%zu\n", isotope_results_count(results));
    isotope_results_free(results);
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 3 && !strcmp(argv[1], "select")) {
        return select_all(argv[2], (unsigned)strtoul(argv[3], NULL, 10), (const char *const *)argv + 4,
                          (size_t)argc - 4);
    }
    if (argc > 5 && !strcmp(argv[1], "compare")) {
        return compare(argv[2], argv[3], argv[4], argv[5]);
    }
    if (argc > 2 && !strcmp(argv[1], "graph")) {
        return graphs(argv[2]);
    }
    return argc > 1 && !strcmp(argv[1], "null") ? nulls() : layout();
}
