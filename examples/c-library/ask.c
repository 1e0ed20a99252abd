// Asks the daemon for the code of one expression, and prints it.
#include <isotope.h>
#include <stdio.h>

int main(void) {
    const char *windows[] = {"uint8x32 rounding_halving_add((uint8x32)a, (uint8x32)b)\n"};
    const isotope_target target = {"x86_64", "haswell", ""};
    isotope_client *client = isotope_client_new(NULL);  // the variables of the environment say how
    isotope_results *results = isotope_select_batch(client, &target, windows, 1, 0);
    const isotope_result *result = isotope_results_get(results, 0);
    const int is_proved = result && result->reason == ISOTOPE_ANSWERED && result->verdict == ISOTOPE_PROVED;
    if (is_proved) {
        puts(result->llvm_ir);
    } else {
        printf("no answer: %s\n", result ? result->detail : "no memory");
    }
    isotope_results_free(results);
    isotope_client_free(client);
    return is_proved ? 0 : 1;
}
