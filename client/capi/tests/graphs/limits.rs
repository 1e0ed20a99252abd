//! Bounds: each is reached, and said by its name.

use super::built::{BYTES, Built, client, select};
use isotope::{NO_NODE, Type, limits};

#[test]
fn nodes_are_bounded() {
    let graph = Built::new();
    let mut sum = graph.leaf("a", BYTES);
    while graph.error().contains("no root") {
        for _ in 0..1024 {
            sum = graph.operation("add", None, &[0, sum]);
        }
    }
    assert_eq!(sum, NO_NODE);
    let bound = limits::MAX_GRAPH_NODES;
    assert_eq!(
        graph.error(),
        format!("graph: node {bound} (add): there are more nodes than the bound MAX_GRAPH_NODES = {bound}")
    );
}

#[test]
fn a_call_that_stands_for_many_nodes_counts_as_many() {
    let graph = Built::new();
    graph.leaf("a", BYTES);
    let mut sum = 0;
    let mut calls = 0;
    while sum != NO_NODE {
        // Each weight is another one, so that no node is there before.
        let weight = graph.operation("add", None, &[0, sum]);
        sum = graph.operation("lerp", None, &[0, 0, weight]);
        calls += 1;
    }
    assert!(
        calls < limits::MAX_GRAPH_NODES / 4 && graph.error().contains("MAX_GRAPH_NODES"),
        "{calls}: {}",
        graph.error()
    );
}

#[test]
fn operands_and_lanes_are_bounded() {
    let graph = Built::new();
    graph.leaf("a", Type { lanes: 4096, ..BYTES });
    let lanes: Vec<u32> = (0..4096).rev().collect();
    let mut last = 0;
    let mut calls = 0;
    while last != NO_NODE {
        last = graph.shuffle(&[0], &lanes);
        calls += 1;
    }
    let bound = limits::MAX_GRAPH_OPERANDS;
    assert!(graph.error().contains(&format!("MAX_GRAPH_OPERANDS = {bound}")), "{}", graph.error());
    assert!(calls <= bound / 4096 + 1, "{calls}: equal shuffles count too");
    let graph = Built::new();
    graph.leaf("a", BYTES);
    assert_eq!(graph.operation("mux", None, &vec![0; 5000]), NO_NODE);
    assert!(graph.error().contains("4096 operands of one operation"), "{}", graph.error());
}

#[test]
fn a_window_has_the_bounds_of_a_text() {
    let graph = Built::new();
    let mut sum = graph.leaf("a", BYTES);
    for _ in 0..5000 {
        sum = graph.operation("add", None, &[0, sum]);
    }
    graph.root(sum);
    assert!(graph.error().contains("4096 nested operations"), "{}", graph.error());
}

#[test]
fn a_graph_that_is_too_long_for_a_message_stays_here() {
    let graph = Built::new();
    let byte = Type { lanes: 1, ..BYTES };
    graph.leaf("a", Type { lanes: 4096, ..BYTES });
    let mut sum = graph.constant(byte, &[0]);
    for turn in 0..150_u32 {
        let lanes: Vec<u32> = (0..4096).map(|lane| (lane + 2048 + turn) % 4096).collect();
        let least = graph.operation("vector_reduce_min", Some(byte), &[graph.shuffle(&[0], &lanes)]);
        sum = graph.operation("add", None, &[sum, least]);
    }
    graph.root(sum);
    assert_eq!(graph.error(), "");
    let (reason, detail) = select(&client("http://127.0.0.1:1"), &[&graph]).remove(0);
    assert!(reason == 8 && detail.contains("the graph is ") && detail.contains("MAX_EXPRESSION_BYTES"), "{detail}");
}
