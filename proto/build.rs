//! Compiles the .proto files with protox (no protoc), twice: plain types with the client, and the server's trait over the
//! pre-encoded answers of `src/encoded.rs`.

use prost::Message as _;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = protox::compile(["isotope/v1/isotope.proto"], ["."])?;
    println!("cargo:rerun-if-changed=isotope");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(out.join("descriptors.bin"), files.encode_to_vec())?;

    tonic_prost_build::configure().build_server(false).compile_fds(files.clone())?;

    let server = out.join("server");
    std::fs::create_dir_all(&server)?;
    tonic_prost_build::configure()
        .build_client(false)
        .out_dir(server)
        .codec_path("crate::received::Codec")
        .extern_path(".isotope.v1", "crate::v1")
        .extern_path(".isotope.v1.SelectRequest", "crate::received::SelectRequest")
        .extern_path(".isotope.v1.SelectBatchRequest", "crate::received::SelectBatchRequest")
        .extern_path(".isotope.v1.ExplainRequest", "crate::received::ExplainRequest")
        .extern_path(".isotope.v1.CompareRequest", "crate::received::CompareRequest")
        .extern_path(".isotope.v1.AlternativesRequest", "crate::received::AlternativesRequest")
        .extern_path(".isotope.v1.ComparedLoopsRequest", "crate::received::ComparedLoopsRequest")
        .extern_path(".isotope.v1.AuditRequest", "crate::received::AuditRequest")
        .extern_path(".isotope.v1.LogLevelRequest", "crate::received::LogLevelRequest")
        .extern_path(".isotope.v1.PinRequest", "crate::received::PinRequest")
        .extern_path(".isotope.v1.PurgeRequest", "crate::received::PurgeRequest")
        .extern_path(".isotope.v1.VerifyRequest", "crate::received::VerifyRequest")
        .extern_path(".isotope.v1.ExportRequest", "crate::received::ExportRequest")
        .extern_path(".isotope.v1.ImportRequest", "crate::received::ImportRequest")
        .extern_path(".isotope.v1.MissesRequest", "crate::received::MissesRequest")
        .extern_path(".isotope.v1.CheckRequest", "crate::received::CheckRequest")
        .extern_path(".isotope.v1.CompileRequest", "crate::received::CompileRequest")
        .extern_path(".isotope.v1.NestRequest", "crate::received::NestRequest")
        .extern_path(".isotope.v1.ScheduleRequest", "crate::received::ScheduleRequest")
        .extern_path(".isotope.v1.StatsRequest", "crate::received::StatsRequest")
        .extern_path(".isotope.v1.SelectResponse", "crate::encoded::SelectResponse")
        .extern_path(".isotope.v1.SelectBatchResponse", "crate::encoded::SelectBatchResponse")
        .compile_fds(files)?;
    Ok(())
}
