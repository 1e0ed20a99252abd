//! The size of a message once it is decoded, read from its bytes without decoding them.
//!
//! Two bytes on the wire are a node of a hundred in memory. The bytes are walked once, by the fields that matter, and
//! what would go over a bound of [`limits`] is refused before anything is allocated for it.

use crate::failure::Failure;
use crate::limits;
use isotope_proto::v1;
use prost::bytes::Buf;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};
use std::mem::size_of;

/// How a message lies in memory.
pub struct Layout {
    /// Bytes of one, without what it points to.
    size: usize,
    /// The bound on how many of them one message may hold: their name, the bound's name, the bound.
    bound: Option<(&'static str, &'static str, usize)>,
    fields: &'static [(u32, Field)],
}

enum Field {
    Message(&'static Layout),
    /// Text or bytes: as long as they are.
    Text,
    /// Numbers of so many bytes each, packed or not.
    Numbers(usize),
}

/// A vector grows by doubling, and both copies are there while it does.
const GROWTH: usize = 3;

/// The bytes of an allocation besides its own.
const ALLOCATION: usize = 16;

static TARGET: Layout = Layout {
    size: size_of::<v1::Target>(),
    bound: None,
    fields: &[(1, Field::Text), (2, Field::Text), (3, Field::Text)],
};
static OPTIONS: Layout = Layout { size: size_of::<v1::Options>(), bound: None, fields: &[(3, Field::Numbers(4))] };
static TYPE: Layout = Layout { size: 0, bound: None, fields: &[] };
static LOAD: Layout = Layout { size: 0, bound: None, fields: &[(1, Field::Text), (2, Field::Text)] };
static LEAF: Layout = Layout {
    size: size_of::<v1::Leaf>(),
    bound: Some(("the number of leaves", "MAX_GRAPH_NODES", limits::MAX_GRAPH_NODES)),
    fields: &[(1, Field::Text), (2, Field::Message(&TYPE)), (4, Field::Message(&LOAD))],
};
static NODE: Layout = Layout {
    size: size_of::<v1::Node>(),
    bound: Some(("the number of nodes", "MAX_GRAPH_NODES", limits::MAX_GRAPH_NODES)),
    fields: &[(1, Field::Text), (2, Field::Numbers(4)), (6, Field::Numbers(4))],
};
static EXPRESSION: Layout = Layout {
    size: size_of::<v1::Expression>(),
    bound: None,
    fields: &[(1, Field::Message(&LEAF)), (2, Field::Message(&NODE)), (3, Field::Numbers(4))],
};
static ITEM: Layout = Layout {
    size: size_of::<v1::BatchItem>(),
    bound: Some(("the number of items in one message", "MAX_BATCH_ITEMS", limits::MAX_BATCH_ITEMS)),
    fields: &[(2, Field::Text), (3, Field::Message(&EXPRESSION))],
};
static PAIR: Layout = Layout {
    size: size_of::<v1::Pair>(),
    bound: Some(("the number of pairs", "MAX_PAIRS", limits::MAX_PAIRS)),
    fields: &[(1, Field::Text), (2, Field::Text), (3, Field::Text)],
};

const ASKING: &[(u32, Field)] = &[
    (1, Field::Text),
    (2, Field::Message(&EXPRESSION)),
    (3, Field::Message(&TARGET)),
    (4, Field::Message(&OPTIONS)),
    (5, Field::Text),
    // Only an explanation's.
    (7, Field::Text),
];

/// `isotope.v1.SelectRequest`, and `ExplainRequest` and `AlternativesRequest`, which have its fields.
pub static ASK: Layout = Layout { size: size_of::<v1::ExplainRequest>(), bound: None, fields: ASKING };

/// `isotope.v1.SelectBatchRequest`.
pub static BATCH: Layout = Layout {
    size: size_of::<v1::SelectBatchRequest>(),
    bound: None,
    fields: &[
        (1, Field::Message(&ITEM)),
        (2, Field::Message(&TARGET)),
        (3, Field::Message(&OPTIONS)),
        (4, Field::Text),
    ],
};

/// `isotope.v1.CompareRequest`.
pub static COMPARE: Layout = Layout {
    size: size_of::<v1::CompareRequest>(),
    bound: None,
    fields: &[(1, Field::Message(&TARGET)), (2, Field::Message(&PAIR))],
};

static CHECK_SIZE: Layout = Layout {
    size: size_of::<v1::CheckSize>(),
    bound: Some(("the number of sizes", "MAX_CHECK_SIZES", limits::MAX_CHECK_SIZES)),
    fields: &[],
};

/// `isotope.v1.CheckRequest`.
pub static CHECK: Layout = Layout {
    size: size_of::<v1::CheckRequest>(),
    bound: None,
    fields: &[(1, Field::Text), (2, Field::Text), (3, Field::Text), (5, Field::Message(&CHECK_SIZE)), (6, Field::Text)],
};

static DIMENSION: Layout = Layout {
    size: size_of::<v1::Dimension>(),
    bound: Some(("the number of dimensions", "MAX_DIMS", isotope_contraction::limits::MAX_DIMS)),
    fields: &[(1, Field::Text)],
};

/// `isotope.v1.CompileRequest`.
pub static COMPILE: Layout = Layout {
    size: size_of::<v1::CompileRequest>(),
    bound: None,
    fields: &[
        (1, Field::Text),
        (2, Field::Text),
        (3, Field::Message(&DIMENSION)),
        (4, Field::Text),
        (6, Field::Message(&TARGET)),
        (7, Field::Text),
    ],
};

static PACKING: Layout = Layout { size: size_of::<v1::Packing>(), bound: None, fields: &[] };

static VECTORIZING: Layout = Layout { size: size_of::<v1::Vectorizing>(), bound: None, fields: &[] };

static TILING: Layout = Layout { size: size_of::<v1::Tiling>(), bound: None, fields: &[(1, Field::Numbers(8))] };

/// `isotope.v1.NestRequest`.
pub static NEST: Layout = Layout {
    size: size_of::<v1::NestRequest>(),
    bound: None,
    fields: &[
        (1, Field::Text),
        (2, Field::Text),
        (4, Field::Message(&TARGET)),
        (5, Field::Text),
        (6, Field::Message(&PACKING)),
        (7, Field::Message(&TILING)),
        (8, Field::Numbers(8)),
        (11, Field::Message(&VECTORIZING)),
    ],
};

static OBJECT_FORM: Layout = Layout { size: size_of::<v1::ObjectForm>(), bound: None, fields: &[] };

/// `isotope.v1.ScheduleRequest`.
pub static SCHEDULE: Layout = Layout {
    size: size_of::<v1::ScheduleRequest>(),
    bound: None,
    fields: &[(1, Field::Text), (2, Field::Text), (3, Field::Message(&OBJECT_FORM))],
};

/// `isotope.v1.ComparedLoopsRequest`.
pub static COMPARED_LOOPS: Layout =
    Layout { size: size_of::<v1::ComparedLoopsRequest>(), bound: None, fields: &[(1, Field::Text)] };

/// `isotope.v1.MissesRequest`.
pub static MISSES: Layout = Layout { size: size_of::<v1::MissesRequest>(), bound: None, fields: &[] };
/// `isotope.v1.AuditRequest`.
pub static AUDIT: Layout = Layout { size: size_of::<v1::AuditRequest>(), bound: None, fields: &[] };

static CONDITIONS: Layout = Layout {
    size: size_of::<v1::Conditions>(),
    bound: None,
    fields: &[
        (1, Field::Text),
        (2, Field::Text),
        (3, Field::Text),
        (4, Field::Text),
        (5, Field::Text),
        (6, Field::Text),
    ],
};

/// `isotope.v1.PurgeRequest`.
pub static PURGE: Layout =
    Layout { size: size_of::<v1::PurgeRequest>(), bound: None, fields: &[(1, Field::Message(&CONDITIONS))] };

/// `isotope.v1.VerifyRequest` and `ExportRequest`.
pub static NOTHING: Layout = Layout { size: 0, bound: None, fields: &[] };

/// `isotope.v1.ImportRequest`.
pub static IMPORT: Layout = Layout { size: size_of::<v1::ImportRequest>(), bound: None, fields: &[(1, Field::Text)] };

/// `isotope.v1.LogLevelRequest`.
pub static LOG_LEVEL: Layout =
    Layout { size: size_of::<v1::LogLevelRequest>(), bound: None, fields: &[(1, Field::Text)] };

/// `isotope.v1.StatsRequest`.
pub static STATS: Layout = Layout { size: 0, bound: None, fields: &[] };

/// The bytes that the message will hold once decoded.
pub fn decoded_bytes(message: &'static Layout, bytes: &[u8]) -> Result<usize, Failure> {
    let mut weight = message.size;
    walk(message, bytes, &mut weight)?;
    Ok(weight)
}

/// Goes through one message; `static` layouts nest five deep, so that is how deep this calls itself.
fn walk(message: &'static Layout, mut bytes: &[u8], weight: &mut usize) -> Result<(), Failure> {
    let mut counts = vec![0; message.fields.len()];
    while bytes.has_remaining() {
        let (number, wire) = decode_key(&mut bytes).map_err(malformed)?;
        let known = message.fields.iter().position(|(n, _)| *n == number);
        match (known.map(|at| (at, &message.fields[at].1)), wire) {
            (Some((_, Field::Numbers(size))), WireType::Varint | WireType::ThirtyTwoBit | WireType::SixtyFourBit) => {
                *weight += size * GROWTH;
                skip(wire, number, &mut bytes)?;
            }
            (Some((at, field)), WireType::LengthDelimited) => {
                let content = delimited(&mut bytes)?;
                counts[at] += 1;
                match field {
                    Field::Text => *weight += content.len() + ALLOCATION,
                    // A number is a byte at least.
                    Field::Numbers(size) => *weight += content.len() * size * GROWTH,
                    Field::Message(inner) => {
                        *weight += inner.size * GROWTH;
                        if let Some((what, bound, limit)) = inner.bound {
                            Failure::check(what, counts[at], bound, limit)?;
                        }
                        walk(inner, content, weight)?;
                    }
                }
            }
            _ => skip(wire, number, &mut bytes)?,
        }
    }
    Ok(())
}

fn skip(wire: WireType, number: u32, bytes: &mut &[u8]) -> Result<(), Failure> {
    skip_field(wire, number, bytes, DecodeContext::default()).map_err(malformed)
}

fn delimited<'a>(bytes: &mut &'a [u8]) -> Result<&'a [u8], Failure> {
    let length = decode_varint(bytes).map_err(malformed)?;
    let whole: &'a [u8] = bytes;
    let (content, rest) = usize::try_from(length)
        .ok()
        .and_then(|length| whole.split_at_checked(length))
        .ok_or_else(|| Failure::Malformed(format!("a field of {length} bytes where {} are left", whole.len())))?;
    *bytes = rest;
    Ok(content)
}

fn malformed(error: prost::DecodeError) -> Failure {
    Failure::Malformed(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use prost::Message as _;

    fn graph(nodes: usize, leaves: usize) -> v1::SelectRequest {
        let expression = v1::Expression {
            nodes: vec![v1::Node::default(); nodes],
            leaves: vec![v1::Leaf::default(); leaves],
            roots: vec![7; 10],
        };
        let program = Some(v1::select_request::Program::Expression(expression));
        v1::SelectRequest { program, ..Default::default() }
    }

    #[test]
    fn empty_nodes_weigh_what_they_will_hold_and_too_many_are_refused() {
        let bytes = graph(1000, 500).encode_to_vec();
        assert!(bytes.len() < 4000);
        let weight = decoded_bytes(&ASK, &bytes).unwrap();
        let least = 1000 * size_of::<v1::Node>() + 500 * size_of::<v1::Leaf>();
        assert!(weight > least && weight < 4 * least, "{weight} of {least}");
        for (nodes, leaves) in [(limits::MAX_GRAPH_NODES + 1, 0), (0, limits::MAX_GRAPH_NODES + 1)] {
            let refused = decoded_bytes(&ASK, &graph(nodes, leaves).encode_to_vec()).unwrap_err();
            assert!(matches!(refused, Failure::OverLimit { bound: "MAX_GRAPH_NODES", .. }), "{refused}");
        }
    }

    #[test]
    fn programs_weigh_their_texts_and_too_many_sizes_are_refused() {
        let request = |count| v1::CheckRequest {
            before: "x".repeat(1000),
            sizes: vec![v1::CheckSize::default(); count],
            ..Default::default()
        };
        assert!(decoded_bytes(&CHECK, &request(1).encode_to_vec()).unwrap() > 1000);
        let refused = decoded_bytes(&CHECK, &request(limits::MAX_CHECK_SIZES + 1).encode_to_vec()).unwrap_err();
        assert!(matches!(refused, Failure::OverLimit { bound: "MAX_CHECK_SIZES", .. }), "{refused}");
    }

    #[test]
    fn packed_and_single_numbers_weigh_the_same_kind_of_thing() {
        let node = v1::Node { indices: vec![1; 1000], ..Default::default() };
        let packed = v1::Expression { nodes: vec![node], ..Default::default() };
        let request =
            v1::SelectRequest { program: Some(v1::select_request::Program::Expression(packed)), ..Default::default() };
        assert!(decoded_bytes(&ASK, &request.encode_to_vec()).unwrap() > 4000);
        // Field 3 of Options inside field 4, one varint at a time.
        let single = [&[0x22u8, 100][..], &[0x18u8, 1].repeat(50)].concat();
        assert!(decoded_bytes(&ASK, &single).unwrap() >= 50 * 4);
    }

    #[test]
    fn what_is_no_message_is_said_to_be_none() {
        for bytes in [&[0x0a, 5, b'x'][..], &[0xff; 12], &[0x07], &[0x12, 0x80], &[0x0b, 0x0b]] {
            let refused = decoded_bytes(&ASK, bytes).unwrap_err();
            assert!(matches!(refused, Failure::Malformed(_)), "{bytes:?}: {refused}");
        }
        assert_eq!(decoded_bytes(&STATS, &[]).unwrap(), 0);
    }
}
