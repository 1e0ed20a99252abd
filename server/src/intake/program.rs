//! Programs of MLIR in requests: read in a reader's place once there is room for them, and refused where a comparison would have none.

use super::asking::Asker;
use super::in_a_place;
use super::reading::Intake;
use crate::failure::Failure;
use crate::limits;
use crate::search::worker::cells;
use isotope_mlir::ir::Module;

/// The result of `read`, which is charged to the caller's share while it runs: `text` bytes of a program take `READING_PROGRAM_FACTOR` as
/// many.
///
/// # Errors
///
/// There is no room, or `read` refuses the program.
pub(crate) async fn admitted<T, F>(intake: &Intake, asker: &Asker, text: usize, read: F) -> Result<T, Failure>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, Failure> + Send + 'static,
{
    let charge = intake.make_room_in(&asker.share, text * limits::READING_PROGRAM_FACTOR)?;
    let place = intake.readers.enter(&asker.caller).await;
    in_a_place((place, charge), move |_| read()).await
}

/// The module of a text in the generic form; if it is `located`, errors name the places of its locations.
///
/// # Errors
///
/// The text is no module: the place, and what was expected there.
pub(crate) fn module(text: &str, located: bool) -> Result<Module, Failure> {
    let wrong = |error: isotope_mlir::ReadError| Failure::Expression {
        message: error.to_string(),
        line: error.place.line,
        column: error.place.column,
    };
    let mut module = isotope_mlir::read(text).map_err(wrong)?;
    if located {
        module.adopt_locations();
    }
    Ok(module)
}

/// Refuses arrays with more elements together than a comparison has room for: it would find that after seconds of work.
pub(crate) fn check_arrays<'s>(shapes: impl IntoIterator<Item = &'s [u64]>) -> Result<(), Failure> {
    Failure::check("the number of elements of all arrays", cells(shapes), "MAX_CHECK_CELLS", limits::MAX_CHECK_CELLS)
}
