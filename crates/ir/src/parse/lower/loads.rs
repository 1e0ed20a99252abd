//! Loads, and what stands for values that nothing is known of.

use super::address::typed;
use super::state::{Expressions, Lower};
use crate::expr::{Leaf, LeafId, NodeId};
use crate::limits;
use crate::parse::diagnostic::Diagnostic;
use crate::parse::syntax::Syntax;
use crate::types::Type;

impl Lower<'_> {
    /// `buffer[index]`: a leaf by its address, the declared one where one is declared for it. An index without a normal
    /// form (a gather, a quotient of lanes) makes a leaf of which nothing is known, but that equal indices load the
    /// same.
    pub fn load(
        &mut self,
        at: usize,
        buffer: &str,
        index: &Syntax<'_>,
        stated: Option<Type>,
    ) -> Result<NodeId, Diagnostic> {
        let index = self.index(index)?;
        let lanes = self.graph.ty(index).lanes;
        let ty = stated.unwrap_or(Type::int(32, lanes));
        if ty.lanes != lanes || !self.graph.ty(index).is_integer() {
            return self.error(at, format!("a load of {ty} at an index of {}", self.graph.ty(index)));
        }
        let Some(load) = self.addresses.address(&self.graph, buffer, index) else {
            let text = self.addresses.text(&self.graph, index).map(|index| typed(ty, format!("{buffer}[{index}]")));
            return self.opaque(at, format!("{buffer}[]"), vec![index], ty, text);
        };
        let leaf = match self.loaded.get(&(load.clone(), ty)) {
            Some(declared) => self.declared[declared].clone(),
            None => {
                let leaf = Leaf { name: String::new(), ty, range: None, load: Some(load) };
                match self.graph.leaf_loaded(&leaf) {
                    Some(known) => self.graph.leaves[known.0 as usize].clone(),
                    None => Leaf { name: self.fresh_name(), ..leaf },
                }
            }
        };
        let made = self.graph.leaf(leaf);
        self.made(at, made)
    }

    /// A call that nothing is known of, inside an index: equal ones are one leaf. `None` elsewhere.
    pub fn unknown_in_index(
        &mut self,
        at: usize,
        name: &str,
        args: &[Syntax<'_>],
        stated: Option<Type>,
    ) -> Option<Result<NodeId, Diagnostic>> {
        if self.indices == 0 {
            return None;
        }
        let args: Result<Vec<NodeId>, _> = args.iter().map(|arg| self.expression(arg)).collect();
        Some(args.and_then(|args| {
            let ty = stated.unwrap_or(Type::int(32, 1));
            let texts: Option<Vec<String>> = args.iter().map(|&a| self.addresses.text(&self.graph, a)).collect();
            let text = texts.map(|texts| typed(ty, format!("{name}({})", texts.join(", "))));
            self.opaque(at, format!("{name}()"), args, ty, text)
        }))
    }

    /// A leaf for what nothing is known of but what it is made of; `text` is how indices write it.
    fn opaque(
        &mut self,
        at: usize,
        name: String,
        args: Vec<NodeId>,
        ty: Type,
        text: Option<String>,
    ) -> Result<NodeId, Diagnostic> {
        let key = (name, args, ty);
        if let Some(&known) = self.opaque.get(&key) {
            return Ok(known);
        }
        let leaf = LeafId(self.graph.leaves.len() as u32);
        let leaf_name = self.fresh_name();
        let made = self.graph.variable(&leaf_name, ty);
        let made = self.made(at, made)?;
        if let Some(text) = text.filter(|text| text.len() <= limits::MAX_INDEX_TEXT) {
            self.addresses.stands_for(leaf, text);
        }
        self.opaque.insert(key, made);
        Ok(made)
    }
}
