//! Holds the wire interface to its golden file, and the pre-encoded answers to the .proto.

#![allow(clippy::unwrap_used)]

use isotope_proto::{DESCRIPTORS, encoded, v1};
use prost::Message as _;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet};
use std::fmt::Write as _;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/wire.txt");

fn field(out: &mut String, field: &FieldDescriptorProto) {
    let label = match field.label() {
        Label::Repeated => "repeated ",
        _ if field.proto3_optional() => "optional ",
        _ => "",
    };
    let ty = match field.r#type() {
        Type::Message | Type::Enum => field.type_name().to_owned(),
        scalar => scalar.as_str_name().trim_start_matches("TYPE_").to_lowercase(),
    };
    let oneof = if field.oneof_index.is_some() && !field.proto3_optional() { " (one of)" } else { "" };
    writeln!(out, "    {} = {label}{ty} {}{oneof}", field.number(), field.name()).unwrap();
}

fn message(out: &mut String, message: &DescriptorProto) {
    writeln!(out, "  message {}", message.name()).unwrap();
    message.field.iter().for_each(|f| field(out, f));
}

fn file(out: &mut String, file: &FileDescriptorProto) {
    writeln!(out, "{} package {}", file.name(), file.package()).unwrap();
    for service in &file.service {
        writeln!(out, "  service {}", service.name()).unwrap();
        for m in &service.method {
            let stream = |is: bool| if is { "stream " } else { "" };
            let (input, output) = (stream(m.client_streaming()), stream(m.server_streaming()));
            writeln!(out, "    {}({input}{}) -> {output}{}", m.name(), m.input_type(), m.output_type()).unwrap();
        }
    }
    file.message_type.iter().for_each(|m| message(out, m));
    for e in &file.enum_type {
        writeln!(out, "  enum {}", e.name()).unwrap();
        e.value.iter().for_each(|v| writeln!(out, "    {} = {}", v.number(), v.name()).unwrap());
    }
}

#[test]
fn the_wire_interface_is_the_golden_one() {
    let set = FileDescriptorSet::decode(DESCRIPTORS).unwrap();
    let mut found = String::new();
    set.file.iter().for_each(|f| file(&mut found, f));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(GOLDEN, &found).unwrap();
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    assert!(
        golden == found,
        "the wire interface changed; if that is meant, run with BLESS=1 and read the diff:\n{found}"
    );
}

fn selection() -> v1::Selection {
    v1::Selection {
        expression: "(uint8x64)a".into(),
        verdict: v1::Verdict::Proved as i32,
        cost: 1250,
        baseline_cost: 2500,
        instructions: vec!["vpaddb".into(), "vpsubb".into()],
        llvm_ir: "define".repeat(300),
        ..Default::default()
    }
}

fn answer() -> v1::Answer {
    v1::Answer {
        selection: Some(selection()),
        source: v1::Source::Search as i32,
        work_spent: 77,
        truncated: true,
        milliseconds: 1.5,
        notes: vec!["a note".into()],
        searched_on: true,
    }
}

fn encoded_answer() -> encoded::Answer {
    let a = answer();
    encoded::Answer {
        selection: selection().encode_to_vec().into(),
        source: a.source,
        work_spent: a.work_spent,
        truncated: a.truncated,
        milliseconds: a.milliseconds,
        notes: a.notes,
        searched_on: a.searched_on,
    }
}

#[test]
fn an_encoded_select_response_is_the_plain_one() {
    let plain = v1::SelectResponse { answers: vec![answer(), answer()] };
    let encoded = encoded::SelectResponse { answers: vec![encoded_answer(), encoded_answer()] };
    assert_eq!(plain.encode_to_vec(), encoded.encode_to_vec());
    assert_eq!(v1::SelectResponse::decode(&encoded.encode_to_vec()[..]).unwrap(), plain);
}

#[test]
fn an_encoded_batch_response_is_the_plain_one() {
    let failure = v1::Failure { code: 3, message: "no".into(), line: 2, column: 9 };
    let plain = v1::SelectBatchResponse {
        answers: vec![
            v1::BatchAnswer { index: 9, answers: vec![answer()], failure: None },
            v1::BatchAnswer { index: 10, answers: vec![], failure: Some(failure.clone()) },
        ],
    };
    let encoded = encoded::SelectBatchResponse {
        answers: vec![
            encoded::BatchAnswer { index: 9, answers: vec![encoded_answer()], failure: None },
            encoded::BatchAnswer { index: 10, answers: vec![], failure: Some(failure) },
        ],
    };
    assert_eq!(plain.encode_to_vec(), encoded.encode_to_vec());
}
