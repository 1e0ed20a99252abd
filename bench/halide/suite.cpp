// One kernel of the suite, one step at a time, as the driver (src/bin/suite.rs) asks:
//
//   suite list [shared]                        the kernels' names, or those of the ones for compile times only
//   suite runtime OBJECT                       compiles Halide's runtime, which all kernels share
//   suite compile KERNEL CODE OBJECT [other-schedule] [aligned]
//                                              compiles it, with CODE halide, isotope or plain; ISOTOPE_SERVER says where from;
//                                              aligned: it states where its buffers begin, how far they go, and their alignment
//   suite run KERNEL SECONDS NAME=LIBRARY...   runs all libraries in turn; those named clang and gcc hold the references;
//                                              the mean of libraries of one name side by side
//   suite steps KERNEL LIBRARY                 runs a library a step at a time
//   suite buffers KERNEL REFERENCES INPUT OUTPUT
//                                              writes what bench/emulated/driver.c reads, and what the reference makes of it
//
// The figures are printed as a line of JSON. Status 1 with a sentence when something is wrong.
#include "steps.h"
#include "suite.h"

#include <dlfcn.h>
#include <unistd.h>
#include <isotope_halide.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <stdexcept>

using namespace Halide;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

Target target_of_this_cpu() {
  const char *given = getenv("HL_TARGET");
  return Target(given ? given : "host-no_asserts-no_bounds_query");
}

Kernel kernel_named(const std::string &name, bool other_schedule) {
  std::vector<Kernel> all = make_suite(target_of_this_cpu(), other_schedule);
  for (Kernel &kernel : make_shared()) {
    all.push_back(std::move(kernel));
  }
  for (Kernel &kernel : all) {
    if (kernel.name == name) {
      return kernel;
    }
  }
  throw std::runtime_error("no kernel is named " + name);
}

int list(bool shared) {
  for (const Kernel &kernel :
       shared ? make_shared() : make_suite(target_of_this_cpu(), false)) {
    printf("%s\n", kernel.name.c_str());
  }
  return 0;
}

// Where buffers begin in memory, in bytes: what driver.c and `buffers` see to.
constexpr size_t kAlignment = 128;

void state(OutputImageParam buffer, const Buffer<> &like) {
  buffer.set_host_alignment(kAlignment);
  for (int d = 0; d < buffer.dimensions(); d++) {
    const auto &dim = like.dim(d);
    buffer.dim(d).set_bounds(dim.min(), dim.extent()).set_stride(dim.stride());
  }
}

// The buffers that `filled`, the same kernel once more, has.
void state_buffers(const Kernel &kernel, Kernel filled) {
  filled.fill_inputs();
  for (size_t i = 0; i < kernel.inputs.size(); i++) {
    state(kernel.inputs[i].param, filled.inputs[i].param.get());
  }
  Func out = kernel.out;
  state(out.output_buffer(), Buffer<>(out.type(), kernel.extent));
}

int compile(const std::string &name, const std::string &code,
            const std::string &object, const std::vector<std::string> &options) {
  const auto is = [&](const char *option) {
    return std::find(options.begin(), options.end(), option) != options.end();
  };
  const Target target = target_of_this_cpu().with_feature(Target::NoRuntime);
  const Kernel kernel = kernel_named(name, is("other-schedule"));
  if (is("aligned")) {
    state_buffers(kernel, kernel_named(name, is("other-schedule")));
  }
  Pipeline pipeline(kernel.out);
  const auto begin = Clock::now();
  if (code != "halide") {
    isotope::attach(pipeline, target,
                    code == "plain" ? isotope::Code::Plain
                                    : isotope::Code::Selected);
  }
  pipeline.compile_to_object(object, kernel.arguments(), "kernel", target);
  const double seconds = seconds_since(begin);
  const isotope::Totals totals = isotope::totals();
  if (code != "halide" && !isotope::obstacle().empty()) {
    throw std::runtime_error(isotope::obstacle());
  }
  printf("{\"target\": \"%s\", \"seconds\": %.6f, \"expressions\": %llu, "
         "\"used\": %llu, \"pass_seconds\": %.6f}\n",
         target.to_string().c_str(), seconds,
         (unsigned long long)totals.expressions,
         (unsigned long long)totals.used, totals.nanoseconds / 1e9);
  return 0;
}

// One way of computing the kernel.
struct Side {
  std::string name;
  std::function<void()> run;
  std::vector<double> samples; // seconds
  bool equal = false;
};

template <typename Function>
Function symbol(const std::string &library, const std::string &name) {
  void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *found = handle ? dlsym(handle, name.c_str()) : nullptr;
  if (!found) {
    throw std::runtime_error(dlerror());
  }
  return (Function)found;
}

Side side(const std::string &name, const std::string &library,
          const Kernel &kernel, Buffer<> &out) {
  if (name == "clang" || name == "gcc") {
    std::vector<const void *> inputs;
    for (const Input &input : kernel.inputs) {
      inputs.push_back(input.param.get().data());
    }
    const auto function =
        symbol<void (*)(const void *const *, void *)>(library, kernel.name);
    return {name, [=] { function(inputs.data(), out.data()); }, {}};
  }
  std::vector<void *> arguments;
  for (const Input &input : kernel.inputs) {
    arguments.push_back(input.param.get().raw_buffer());
  }
  arguments.push_back(out.raw_buffer());
  const auto function = symbol<int (*)(void **)>(library, "kernel_argv");
  return {name, [=]() mutable { function(arguments.data()); }, {}};
}

// So often that a sample is long beside what reading the clock costs.
int repetitions(const Side &side) {
  constexpr double kSample = 100e-6;
  for (int count = 1;; count *= 2) {
    const auto begin = Clock::now();
    for (int i = 0; i < count; i++) {
      side.run();
    }
    if (seconds_since(begin) > kSample) {
      return count;
    }
  }
}

double median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

int run(const std::string &name, double seconds,
        const std::vector<std::string> &libraries) {
  Kernel kernel = kernel_named(name, false);
  kernel.fill_inputs();
  Buffer<> out(kernel.out.type(), kernel.extent);
  std::vector<Side> sides;
  for (const std::string &library : libraries) {
    const size_t at = library.find('=');
    sides.push_back(
        side(library.substr(0, at), library.substr(at + 1), kernel, out));
  }
  std::vector<uint8_t> expected;
  std::vector<int> counts;
  for (Side &side : sides) {
    memset(out.data(), 0xA5, out.size_in_bytes());
    side.run();
    const auto *bytes = (const uint8_t *)out.data();
    if (expected.empty()) {
      expected.assign(bytes, bytes + out.size_in_bytes());
    }
    side.equal = !memcmp(bytes, expected.data(), expected.size());
    counts.push_back(repetitions(side));
  }
  // Every round starts with another side, so that none always follows the same
  // one.
  const auto begin = Clock::now();
  for (size_t round = 0; round < 9 || seconds_since(begin) < seconds; round++) {
    for (size_t i = 0; i < sides.size(); i++) {
      const size_t at = (round + i) % sides.size();
      const auto start = Clock::now();
      for (int n = 0; n < counts[at]; n++) {
        sides[at].run();
      }
      sides[at].samples.push_back(seconds_since(start) / counts[at]);
    }
  }
  printf("{\"rounds\": %zu, \"sides\": {", sides[0].samples.size());
  for (auto of = sides.begin(); of != sides.end();) {
    // Libraries of one side stand together: the same code at other places.
    const auto end =
        std::find_if(of, sides.end(), [&](const Side &s) { return s.name != of->name; });
    double sum = 0;
    for (auto side = of; side != end; ++side) {
      sum += median(side->samples);
    }
    const bool equal =
        std::all_of(of, end, [](const Side &side) { return side.equal; });
    printf("%s\"%s\": {\"us\": %.3f, \"equal\": %s}",
           of == sides.begin() ? "" : ", ", of->name.c_str(),
           sum / (end - of) * 1e6, equal ? "true" : "false");
    of = end;
  }
  printf("}}\n");
  return 0;
}

int steps(const std::string &name, const std::string &library) {
  Kernel kernel = kernel_named(name, false);
  kernel.fill_inputs();
  Buffer<> out(kernel.out.type(), kernel.extent);
  const Side traced = side("traced", library, kernel, out);
  const auto function = symbol<int (*)(void **)>(library, "kernel_argv");
  const Steps found = count_steps(traced.run, (const void *)function);
  size_t bytes = out.size_in_bytes();
  for (const Input &input : kernel.inputs) {
    bytes += input.param.get().size_in_bytes();
  }
  printf("{\"bytes\": %zu, \"elsewhere\": %llu, \"counts\": [", bytes,
         (unsigned long long)found.elsewhere);
  const char *between = "";
  for (const auto &[offset, count] : found.counts) {
    printf("%s[%llu, %llu]", between, (unsigned long long)offset,
           (unsigned long long)count);
    between = ", ";
  }
  printf("]}\n");
  return 0;
}

// A buffer's description and its contents, as driver.c reads them.
struct Described {
  std::vector<int32_t> words;
  const char *contents;
  size_t bytes;
};

Described described(const Buffer<> &buffer) {
  Described of = {{buffer.type().code(), buffer.type().bits(), buffer.dimensions(), 0,
                   (int32_t)buffer.size_in_bytes()},
                  (const char *)buffer.data(),
                  buffer.size_in_bytes()};
  for (int d = 0; d < buffer.dimensions(); d++) {
    const auto &dim = buffer.dim(d);
    of.words.insert(of.words.end(), {dim.min(), dim.extent(), dim.stride()});
  }
  return of;
}

void write_file(const std::string &path, const std::string &bytes) {
  std::ofstream file(path, std::ios::binary);
  if (!file.write(bytes.data(), (std::streamsize)bytes.size()).flush()) {
    throw std::runtime_error("cannot write " + path);
  }
}

int buffers(const std::string &name, const std::string &references,
            const std::string &input, const std::string &output) {
  Kernel kernel = kernel_named(name, false);
  kernel.fill_inputs();
  Buffer<> out(kernel.out.type(), kernel.extent);
  std::vector<Described> all;
  for (const Input &each : kernel.inputs) {
    all.push_back(described(each.param.get()));
  }
  all.push_back(described(out));
  size_t at = sizeof(int32_t);
  for (const Described &each : all) {
    at += each.words.size() * sizeof(int32_t);
  }
  const auto aligned = [](size_t n) { return (n + kAlignment - 1) / kAlignment * kAlignment; };
  at = aligned(at);
  std::string contents;
  std::vector<int32_t> words = {(int32_t)all.size()};
  for (Described &each : all) {
    const bool is_output = &each == &all.back();
    each.words[3] = is_output ? 0 : (int32_t)(at + contents.size());
    words.insert(words.end(), each.words.begin(), each.words.end());
    if (!is_output) {
      contents.append(each.contents, each.bytes);
      contents.resize(aligned(contents.size()));
    }
  }
  std::string head((const char *)words.data(), words.size() * sizeof(int32_t));
  head.resize(at);
  write_file(input, head + contents);
  side("clang", references, kernel, out).run();
  write_file(output, {(const char *)out.data(), out.size_in_bytes()});
  return 0;
}

int command(const std::vector<std::string> &words) {
  const auto is = [&](const char *first, size_t least) {
    return words.size() >= least && words[0] == first;
  };
  if (is("list", 1)) {
    return list(words.size() > 1 && words[1] == "shared");
  } else if (is("runtime", 2)) {
    compile_standalone_runtime(words[1], target_of_this_cpu());
    return 0;
  } else if (is("compile", 4)) {
    return compile(words[1], words[2], words[3], {words.begin() + 4, words.end()});
  } else if (is("run", 4)) {
    return run(words[1], std::stod(words[2]), {words.begin() + 3, words.end()});
  } else if (is("steps", 3)) {
    return steps(words[1], words[2]);
  } else if (is("buffers", 5)) {
    return buffers(words[1], words[2], words[3], words[4]);
  }
  throw std::runtime_error(
      "usage: suite list [shared] | runtime OBJECT | compile KERNEL CODE OBJECT "
      "[other-schedule] [aligned] | run KERNEL SECONDS NAME=LIBRARY... | steps KERNEL "
      "LIBRARY | buffers KERNEL REFERENCES INPUT OUTPUT");
}

} // namespace

int main(int argc, char **argv) {
  // Halide throws while it destroys things, which no `catch` sees.
  std::set_terminate([] {
    try {
      std::rethrow_exception(std::current_exception());
    } catch (const Error &error) {
      fprintf(stderr, "suite: %s\n", error.what());
    } catch (const std::exception &error) {
      fprintf(stderr, "suite: %s\n", error.what());
    }
    _exit(1);
  });
  try {
    return command({argv + 1, argv + argc});
  } catch (const std::exception &error) {
    fprintf(stderr, "suite: %s\n", error.what());
    return 1;
  }
}
