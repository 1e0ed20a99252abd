"""Halide's own tests (test/correctness, simd_op_check among them), each run by itself and with Isotope preloaded: how it
ends and what it prints must be the same.

    halides_own.py SOURCE HALIDE PRELOAD BUILD [NAME...]

SOURCE is a copy of Halide's sources, HALIDE its package, PRELOAD the Isotope library, BUILD a folder for what is compiled. Sources
of another version than the library compile in part; what does not is counted. ISOTOPE_SERVER says who is asked. Status 1 if any
test differs, 2 if none was run."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

SOURCE, HALIDE, PRELOAD, BUILD = (pathlib.Path(word).resolve() for word in sys.argv[1:5])
NAMES = set(sys.argv[5:])
TESTS = SOURCE / "test" / "correctness"
# Some compile hundreds of pipelines, each of which waits for its answers.
TIMEOUT_S = 900
# What times, random seeds and addresses make of equal runs.
VOLATILE = re.compile(r"0x[0-9a-f]+|[-+]?\d+(\.\d+)?(e[-+]?\d+)?")


def candidates():
    """Vectorised tests of one file: others have nothing that Isotope looks at."""
    found = []
    for path in sorted(TESTS.glob("*.cpp")):
        text = path.read_text(errors="replace")
        is_wanted = path.stem in NAMES if NAMES else "vectorize" in text or path.stem.startswith("simd_op_check")
        if is_wanted and re.search(r"\bint main\(", text):
            found.append(path)
    return found


def flags():
    includes = [HALIDE / "include", SOURCE / "test" / "common", SOURCE / "tools", BUILD, TESTS]
    return ["-std=c++17", "-O0", "-w", *(f"-I{folder}" for folder in includes)]


def prepare():
    """Halide's header once for all of them."""
    BUILD.mkdir(parents=True, exist_ok=True)
    header = BUILD / "Halide.h"
    header.write_text((HALIDE / "include" / "Halide.h").read_text())
    subprocess.run(["g++", *flags(), "-x", "c++-header", header, "-o", f"{header}.gch"], check=True)


# What asks for the code that Halide would have made, which an answer may better: by test, the file that asks, its words, and what stands
# there instead. Values are compared as before; a version that asks in other words is run as it is.
ASKS_FOR_CODE = {
    "simd_op_check_x86": ("simd_op_check.h", 'error_msg << "Failed: " << msg.str() << "\\n";', ";"),
    "interleave": ("interleave.cpp", "if (c < correct) {", "if (false) {"),
}


def of_values_alone(path):
    """A copy of a test that asks for no code."""
    asking, words, instead = ASKS_FOR_CODE[path.stem]
    folder = BUILD / "values"
    folder.mkdir(exist_ok=True)
    for name in {path.name, asking}:
        text = (TESTS / name).read_text()
        (folder / name).write_text(text.replace(words, instead) if name == asking else text)
    return folder / path.name


def compiled(path):
    """The program, or none where it does not compile with this version."""
    program = BUILD / path.stem
    if path.stem in ASKS_FOR_CODE:
        path = of_values_alone(path)
    elif program.exists() and program.stat().st_mtime > path.stat().st_mtime:
        return program
    library = HALIDE / "lib64"
    # Before all others, so that the header that was read already is found first.
    command = ["g++", f"-I{BUILD}", *flags(), path, "-o", program, f"-L{library}", f"-Wl,-rpath,{library}", "-lHalide", "-lpthread", "-ldl"]
    done = subprocess.run(command, capture_output=True)
    return program if done.returncode == 0 else None


def run(program, variables):
    """How it ended and what it said, numbers left out: they are times, and what a test checks is in how it ends."""
    try:
        done = subprocess.run(
            [program], env={**os.environ, **variables}, cwd=BUILD, capture_output=True, timeout=TIMEOUT_S, errors="replace", text=True
        )
    except subprocess.TimeoutExpired:
        return "took too long", ""
    return done.returncode, VOLATILE.sub("#", done.stdout)


def main():
    if not TESTS.is_dir():
        print(f"skipped: there are no tests in {TESTS}")
        return 2
    prepare()
    tests = candidates()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        programs = list(pool.map(compiled, tests))
    report = BUILD / "report.json"
    report.unlink(missing_ok=True)
    preloaded = {"LD_PRELOAD": str(PRELOAD), "ISOTOPE_REPORT": str(report)}
    equal, failing, different = 0, [], []
    for program in filter(None, programs):
        alone = run(program, {})
        if alone[0] != 0:
            # It fails by itself: on this processor, or with this version.
            failing.append(program.name)
            continue
        ours = run(program, preloaded)
        if ours == alone:
            equal += 1
        else:
            different.append(program.name)
            print(f"{program.name}: DIFFERENT: ends in {ours[0]} instead of {alone[0]}\n{ours[1][-2000:]}", flush=True)
    left = [path.stem for path, program in zip(tests, programs) if program is None]
    used = report.read_text().count('"used": true') if report.exists() else 0
    print(f"{len(tests)} tests: {equal} equal, {len(different)} different; not run: {len(left)} do not compile with this version, "
          f"{len(failing)} fail by themselves; {used} answers used")
    print("do not compile:", *left)
    print("fail by themselves:", *failing)
    return 1 if different else 0 if equal else 2


sys.exit(main())
