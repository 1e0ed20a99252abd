"""Halide's own applications, compiled ahead of time by their generators and run by Halide's own runner; `apps.toml` says which.

    apps.py build FOLDER SIDE     compiles each function for one side; knows nothing of Isotope
    apps.py run FOLDER SIDE SIDE  runs both sides in turn: a line of JSON for each function, or why it did not run

Their sources are those of HALIDE_SOURCE, or of `scripts/setup halide-source`."""

import concurrent.futures
import filecmp
import importlib.util
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tomllib

ROUNDS = 5
HERE = pathlib.Path(__file__).resolve().parent
SOURCE = pathlib.Path(os.environ.get("HALIDE_SOURCE") or HERE / "../../third_party/halide-source").resolve() / "apps"
HALIDE = pathlib.Path(importlib.util.find_spec("halide").submodule_search_locations[0])
LIBRARY = HALIDE / "lib64"
INCLUDES = [f"-I{HALIDE / 'include'}", f"-I{HALIDE / 'share/tools'}"]
# The compiler is not to be preloaded.
PLAIN = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}


class Function:
    """One of an application's functions, as a line of `apps.toml` has it."""

    def __init__(self, app, line):
        made, _, given = line.partition(" | ")
        self.name, self.generator, *self.parameters = made.split()
        self.app = app
        self.given = given.split() or ["--estimate_all"]


def apps():
    return tomllib.loads((HERE / "apps.toml").read_text())["app"]


def functions(which):
    return [Function(app, line) for app in apps() for line in app.get(which, [])]


def run(command, **options):
    """What a command printed; it must end well."""
    done = subprocess.run([str(word) for word in command], capture_output=True, errors="replace", text=True, **options)
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def generator(folder, app):
    """The program that makes an application's functions."""
    home = SOURCE / app["folder"]
    program = folder / f"generate_{pathlib.Path(app['sources'][0]).stem}"
    if not program.exists():
        includes = [f"-I{path}" for path in (home, SOURCE / "support", SOURCE / "hannk")]
        whole = ["-Wl,--whole-archive", LIBRARY / "libHalide_GenGen.a", "-Wl,--no-whole-archive"]
        linked = [f"-L{LIBRARY}", f"-Wl,-rpath,{LIBRARY}", *whole, "-lHalide", "-lpthread", "-ldl"]
        sources = [home / file for file in app["sources"]]
        # Some insist on a target without bounds queries; see apps.toml.
        run(["g++", "-std=c++17", "-O1", "-w", "-DNDEBUG", "-fno-rtti", *INCLUDES, *includes, *sources, "-o", program, *linked], env=PLAIN)
    return program


def runner(folder):
    """Halide's own runner of one function, without the function."""
    compiled = folder / "runner.o"
    if not compiled.exists():
        source = HALIDE / "share/tools/RunGenMain.cpp"
        run(["g++", "-std=c++17", "-O1", "-w", "-DHALIDE_NO_PNG", "-DHALIDE_NO_JPEG", *INCLUDES, "-c", source, "-o", compiled], env=PLAIN)
    return compiled


def build(folder, side):
    """Generators first, side by side; then one function after another."""
    if not SOURCE.is_dir():
        sys.exit(f"{SOURCE} is not there: `scripts/setup halide-source` fetches it, or HALIDE_SOURCE names Halide's sources")
    folder = pathlib.Path(folder)
    out = folder / side
    out.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        compiled = [pool.submit(generator, folder, app) for app in apps()]
        main = pool.submit(runner, folder)
        for done in [*compiled, main]:
            done.result()
        linked = []
        for function in [*functions("functions"), *functions("compiled")]:
            emitted = ["-e", "static_library,registration", "target=host", *function.parameters]
            run([generator(folder, function.app), "-g", function.generator, "-f", function.name, "-o", out, *emitted])
            parts = [out / f"{function.name}.registration.cpp", main.result(), out / f"{function.name}.a"]
            command = ["g++", "-std=c++17", "-w", *INCLUDES, *parts, "-o", out / function.name, "-lpthread", "-ldl"]
            linked.append(pool.submit(run, command, env=PLAIN))
        for done in linked:
            done.result()


def once(program, function, outputs, folder):
    """Microseconds of the best iteration, and the files of what was computed."""
    files = [folder / f"{function.name}.{output}.npy" for output in outputs]
    words = [f"{output}={file}" for output, file in zip(outputs, files)]
    # One thread: what is compared is the code.
    printed = run([program, *function.given, *words, "--benchmarks=all", "--parsable_output"], env={**PLAIN, "HL_NUM_THREADS": "1"})
    return float(re.search(r"BEST_TIME_MSEC_PER_ITER\s+(\S+)", printed)[1]) * 1000, files


def measured(function, folders):
    """Both sides in turn, and whether all that they write is equal, bit for bit."""
    programs = [folder / function.name for folder in folders]
    outputs = re.findall(r'Output "(\w+)"', run([programs[0], "--describe"]))
    times, equal = [], True
    for _ in range(ROUNDS):
        each, files = zip(*(once(program, function, outputs, folder) for program, folder in zip(programs, folders)))
        times.append(each)
        equal = equal and all(filecmp.cmp(a, b, shallow=False) for a, b in zip(*files))
    ratio = statistics.median(halide / isotope for halide, isotope in times)
    return {"name": function.name, "ratio": ratio, "us": [statistics.median(side) for side in zip(*times)], "equal": equal}


def compare(folder, *sides):
    for function in functions("functions"):
        try:
            line = measured(function, [pathlib.Path(folder) / side for side in sides])
        except RuntimeError as error:
            line = {"name": function.name, "why": str(error).splitlines()[-1]}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    {"build": build, "run": compare}[sys.argv[1]](*sys.argv[2:])
