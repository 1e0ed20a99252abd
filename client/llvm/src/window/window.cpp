#include "window/window.h"

using namespace llvm;

namespace isotope {

namespace {

template <typename T>
void move_to_copy(T *&value, ValueToValueMapTy &to) {
    // Constants are the same in both.
    if (Value *other = value ? to.lookup(value) : nullptr) {
        value = cast<T>(other);
    }
}

}  // namespace

Window copied(const Window &window, ValueToValueMapTy &to) {
    Window copy = window;
    move_to_copy(copy.block, to);
    for (StoreInst *&store : copy.stores) {
        move_to_copy(store, to);
    }
    for (PHINode *&phi : copy.reduction.phis) {
        move_to_copy(phi, to);
    }
    for (Instruction *&update : copy.reduction.updates) {
        move_to_copy(update, to);
    }
    move_to_copy(copy.reduction.total, to);
    move_to_copy(copy.carried, to);
    move_to_copy(copy.across, to);
    for (auto &[name, values] : copy.leaves) {
        for (Value *&value : values) {
            move_to_copy(value, to);
        }
    }
    for (Buffer &buffer : copy.buffers) {
        move_to_copy(buffer.pointer, to);
        for (Buffer::Piece &piece : buffer.pieces) {
            move_to_copy(piece.load, to);
        }
    }
    return copy;
}

}  // namespace isotope
