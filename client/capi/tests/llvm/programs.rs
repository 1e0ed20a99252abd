//! The programs of LLVM's test-suite that are compiled and run: which sources each has, how it is compiled, and what it is run with.

use std::path::{Path, PathBuf};

/// A program.
pub struct Program {
    /// Its place below the folder of the suite.
    pub name: String,
    pub sources: Vec<PathBuf>,
    pub options: Vec<&'static str>,
    pub arguments: String,
    /// The file that it reads as its input.
    pub input: Option<String>,
    /// The files that it finds where it runs.
    pub data: Option<PathBuf>,
    /// The output that the suite states.
    pub reference: Option<PathBuf>,
}

/// Folders of which each source is a program.
const SINGLE: &[(&str, &[&str])] = &[
    ("SingleSource/UnitTests/Vectorizer", &[]),
    ("SingleSource/UnitTests/Vectorizer", TAIL_FOLDING),
    ("SingleSource/UnitTests/Vectorizer", CHEAP_VECTORS),
    ("SingleSource/UnitTests/Vectorizer/VPlanNativePath", &["-mllvm", "-enable-vplan-native-path"]),
    ("SingleSource/UnitTests/Vector", &[]),
    ("SingleSource/UnitTests/Vector/SSE", &["-ffp-contract=off", "-DFMA_DISABLED=1"]),
    ("SingleSource/UnitTests", &[]),
    ("SingleSource/UnitTests/HashRecognize", &[]),
    ("SingleSource/UnitTests/Matrix", &["-fenable-matrix"]),
    ("SingleSource/UnitTests/SignlessTypes", &[]),
    ("SingleSource/UnitTests/X86", &[]),
    ("SingleSource/Benchmarks/Adobe-C++", &[]),
    ("SingleSource/Benchmarks/BenchmarkGame", &[]),
    ("SingleSource/Benchmarks/CoyoteBench", &[]),
    ("SingleSource/Benchmarks/Dhrystone", &[]),
    ("SingleSource/Benchmarks/Linpack", &["-ffp-contract=off", "-DFMA_DISABLED=1"]),
    ("SingleSource/Benchmarks/McGill", &[]),
    ("SingleSource/Benchmarks/Misc", &[]),
    ("SingleSource/Benchmarks/Misc-C++", &[]),
    ("SingleSource/Benchmarks/Shootout", &[]),
    ("SingleSource/Benchmarks/Shootout-C++", &[]),
    ("SingleSource/Benchmarks/Stanford", &[]),
    ("SingleSource/Regression/C", &[]),
    ("SingleSource/Regression/C/gcc-c-torture/execute", TORTURE),
];

const TAIL_FOLDING: &[&str] = &[
    "-mllvm",
    "-prefer-predicate-over-epilogue=predicate-dont-vectorize",
    "-mllvm",
    "-force-tail-folding-style=data-without-lane-mask",
];

const CHEAP_VECTORS: &[&str] = &["-mllvm", "-force-target-instruction-cost=1"];

/// Overflow wraps there, and functions that are declared nowhere are those of the library.
const TORTURE: &[&str] = &["-fwrapv", "-std=gnu89"];

/// A folder that is one program, of its sources or of those that are named, and what it is run with. `< FILE` is its input.
struct Folder(&'static str, &'static [&'static str], &'static str);

const MULTI: &[Folder] = &[
    Folder("BitBench/drop3", &[], "input-file"),
    Folder("BitBench/five11", &["-std=gnu17"], "input-file"),
    Folder("BitBench/uudecode", &[], "input-file"),
    Folder("BitBench/uuencode", &[], "input.txt"),
    Folder("FreeBench/analyzer", FREE, "test.in"),
    Folder("FreeBench/distray", FREE, "test.in"),
    Folder("FreeBench/fourinarow", FREE, "test.in"),
    Folder("FreeBench/mason", FREE, "test.in"),
    Folder("FreeBench/neural", FREE, "test.in"),
    Folder("FreeBench/pcompress2", FREE, "test.in"),
    Folder("FreeBench/pifft", FREE, "test.in"),
    Folder("McCat/01-qbsort", &[], "1000 < benchmark.in3"),
    Folder("McCat/03-testtrie", &[], "testtrie.in2"),
    Folder("McCat/05-eks", &[], ""),
    Folder("McCat/08-main", &[], ""),
    Folder("McCat/09-vor", &[], "< vor.in3"),
    Folder("McCat/12-IOtest", &[], ""),
    Folder("McCat/15-trie", &["-std=gnu17"], "trie.in1"),
    Folder("McCat/17-bintr", &[], "< bnchmrk.in1"),
    Folder("McCat/18-imp", &["-std=gnu17"], "./sg01.imp"),
    Folder("MiBench/automotive-bitcount", &[], "1125000"),
    Folder("MiBench/automotive-susan", &[], "input_large.pgm smoothed.pgm -s"),
    Folder("MiBench/automotive-susan", &[], "input_large.pgm edges.pgm -e"),
    Folder("MiBench/automotive-susan", &[], "input_large.pgm corners.pgm -c"),
    Folder("MiBench/consumer-jpeg", &[], "-dct int -ppm -outfile out.ppm input_large.jpg"),
    Folder("MiBench/consumer-lame", LAME, "-S large.wav out.mp3"),
    Folder("MiBench/network-dijkstra", &[], "input.dat"),
    Folder("MiBench/office-stringsearch", &[], ""),
    Folder("MiBench/security-blowfish", &[], "print_test_data"),
    Folder("MiBench/security-rijndael", &[], RIJNDAEL),
    Folder("MiBench/security-sha", &[], "input_large.asc"),
    Folder("MiBench/telecomm-gsm", &["-DSTUPID_COMPILER", "-DNeedFunctionPrototypes=1", "-DSASR"], "-fps -c large.au"),
    Folder("Trimaran/enc-3des", &[], "100"),
    Folder("Trimaran/enc-md5", &[], "10"),
    Folder("Trimaran/enc-pc1", &[], "1000000"),
    Folder("Trimaran/enc-rc4", &[], "200000"),
    Folder("Trimaran/netbench-crc", &["-std=gnu17"], "12000"),
    Folder("Trimaran/netbench-url", &[], "medium_inputs 900"),
    Folder("VersaBench/8b10b", &[], "input.txt 20000"),
    Folder("VersaBench/beamformer", &["-Wno-int-conversion"], "-i 25"),
    Folder("VersaBench/bmm", &[], "128 32"),
    Folder("VersaBench/ecbdes", &["-std=gnu17"], "16"),
    Folder("mafft", &["-DLLVM", "-std=gnu17"], MAFFT),
    Folder("mediabench/adpcm/rawcaudio", &[], "< clinton.pcm"),
    Folder("mediabench/adpcm/rawdaudio", &[], "< clinton.adpcm"),
    Folder("mediabench/g721/g721encode", &["-std=gnu17"], "-4 -l < clinton.pcm"),
    Folder("mediabench/gsm/toast", &["-DNeedFunctionPrototypes=1", "-DSASR"], "-cpl clinton.pcm"),
    Folder("mediabench/jpeg/jpeg-6a", &[], "-dct int -progressive -opt testimg.ppm"),
    Folder("mediabench/mpeg2/mpeg2dec", &[], "-b mei16v2.m2v -r -f -o0 tmp%d"),
    Folder("nbench", &["-DBASE_ITERATIONS=25", "-std=gnu17"], ""),
    Folder("sim", &["-DUNIX", "-std=gnu17"], "8 tob.38-44 liv.42-48"),
];

const FREE: &[&str] =
    &["-DVERSION=\"1.00\"", "-DCOMPDATE=\"today\"", "-DCFLAGS=\"\"", "-DHOSTNAME=\"thishost\"", "-std=gnu17"];

const LAME: &[&str] =
    &["-DHAVEMPGLIB", "-DLAMEPARSE", "-DNDEBUG", "-D__NO_MATH_INLINES", "-DLAMESNDFILE", "-std=gnu17"];

const RIJNDAEL: &str = "output_large.enc out d 1234567890abcdeffedcba09876543211234567890abcdeffedcba0987654321";

const MAFFT: &str = "-b 62 -g 0.100 -f 2.00 -h 0.100 -L < pyruvate_decarboxylase.fasta";

/// Loops for vectorisers, a folder for each kind of them, whose options are said in one line.
const LOOPS: &str = "MultiSource/Benchmarks/TSVC";

/// All programs below the folder of the suite.
pub fn programs(suite: &Path) -> Vec<Program> {
    let mut found = Vec::new();
    for (folder, options) in SINGLE {
        for source in sources(&suite.join(folder)) {
            let reference =
                reference(&suite.join(folder), source.file_stem().map(|stem| stem.to_string_lossy()).as_deref());
            let name = name(suite, &source);
            found.push(Program {
                name,
                sources: vec![source],
                options: options.to_vec(),
                arguments: String::new(),
                input: None,
                data: None,
                reference,
            });
        }
    }
    for Folder(folder, options, run) in MULTI {
        found.extend(of_folder(suite, &format!("MultiSource/Benchmarks/{folder}"), options, run));
    }
    for folder in in_folder(&suite.join(LOOPS)).into_iter().filter(|path| path.is_dir()) {
        let said = std::fs::read_to_string(folder.join("CMakeLists.txt")).unwrap_or_default();
        let run = said.lines().find_map(|line| line.strip_prefix("set(RUN_OPTIONS ")?.strip_suffix(')'));
        found.extend(of_folder(suite, &name(suite, &folder), &["-std=gnu99"], run.unwrap_or_default()));
    }
    found
}

fn of_folder(suite: &Path, folder: &str, options: &[&'static str], run: &str) -> Option<Program> {
    let path = suite.join(folder);
    let sources = sources(&path);
    if sources.is_empty() {
        return None;
    }
    let (arguments, input) = match run.split_once("< ") {
        Some((arguments, input)) => (arguments.to_owned(), Some(input.to_owned())),
        None => (run.to_owned(), None),
    };
    // Programs of one family share what they read.
    let shared = path.parent().map(|family| family.join("data")).filter(|data| data.is_dir());
    let mut options = options.to_vec();
    options.push("-fcommon");
    let name = name(suite, &path);
    Some(Program {
        name,
        sources,
        options,
        arguments,
        input,
        reference: reference(&path, None),
        data: Some(shared.unwrap_or(path)),
    })
}

fn name(suite: &Path, path: &Path) -> String {
    path.strip_prefix(suite).unwrap_or(path).display().to_string()
}

fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    found.sort();
    found
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let is_source = |path: &PathBuf| path.extension().is_some_and(|end| end == "c" || end == "cpp");
    in_folder(folder).into_iter().filter(is_source).collect()
}

/// The reference for a program, or the only one of a folder; of small problems there is another one.
fn reference(folder: &Path, stem: Option<&str>) -> Option<PathBuf> {
    in_folder(folder).into_iter().find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((own, rest)) = name.split_once(".reference_output") else { return false };
        stem.is_none_or(|stem| stem == own) && (rest.is_empty() || rest == ".little-endian")
    })
}
