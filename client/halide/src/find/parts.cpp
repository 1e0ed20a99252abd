#include "find/parts.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// A body that a program has does not have more loops, nor four times as many lets and buffers.
constexpr size_t kMost = 16;

// Bytes of a buffer that the program wants on the stack, where each line has one then; Halide puts no larger one there by itself.
constexpr int64_t kStack = 16 * 1024;

// Names that are bound inside of a loop.
class Bound : public IRGraphVisitor {
  public:
    std::set<std::string> names;

  private:
    using IRGraphVisitor::visit;
    void visit(const Let *op) override {
        names.insert(op->name);
        IRGraphVisitor::visit(op);
    }
    void visit(const LetStmt *op) override {
        names.insert(op->name);
        IRGraphVisitor::visit(op);
    }
    void visit(const Allocate *op) override {
        names.insert(op->name);
        IRGraphVisitor::visit(op);
    }
};

class UsesVisitor : public IRGraphVisitor {
  public:
    Uses uses;

  private:
    using IRGraphVisitor::visit;
    void visit(const Variable *op) override {
        uses.variables.insert(op->name);
        uses.is_pure &= !op->type.is_handle();
    }
    void visit(const Load *op) override {
        uses.buffers.insert(op->name);
        IRGraphVisitor::visit(op);
    }
    void visit(const Call *op) override {
        uses.is_pure &= op->is_pure();
        IRGraphVisitor::visit(op);
    }
};

}  // namespace

Uses uses_of(const Expr &e) {
    UsesVisitor visitor;
    e.accept(&visitor);
    return visitor.uses;
}

void require(bool is) {
    if (!is) {
        throw Refused();
    }
}

Parts::Parts(const For *loop) {
    taken.insert(loop->name);
    take(loop->body);
    // Each line gives the names around the loops another meaning in them.
    Bound inside;
    for (const For *columns : loops) {
        columns->accept(&inside);
        inside.names.insert(columns->name);
    }
    for (const std::string &name : taken) {
        require(!inside.names.count(name));
    }
}

void Parts::take(const Stmt &stmt) {
    if (const LetStmt *let = stmt.as<LetStmt>()) {
        const Uses uses = uses_of(let->value);
        require(let->value.type().is_scalar() && uses.is_pure && uses.buffers.empty());
        bind(let->name, stmt);
        take(let->body);
    } else if (const Allocate *buffer = stmt.as<Allocate>()) {
        const bool is_plain =
            buffer->memory_type == MemoryType::Auto || buffer->memory_type == MemoryType::Heap || buffer->memory_type == MemoryType::Stack;
        require(is_plain && is_const_one(buffer->condition) && !buffer->new_expr.defined() && buffer->free_function.empty());
        const int64_t size = (int64_t)buffer->constant_allocation_size() * buffer->type.bytes();
        require(buffer->memory_type != MemoryType::Stack || size <= kStack);
        bind(buffer->name, stmt);
        own.insert(buffer->name);
        take(buffer->body);
    } else if (const ProducerConsumer *part = stmt.as<ProducerConsumer>()) {
        take(part->body);
    } else if (const Block *block = stmt.as<Block>()) {
        take(block->first);
        take(block->rest);
    } else if (const For *columns = stmt.as<For>()) {
        require(columns->for_type == ForType::Serial && columns->device_api == DeviceAPI::None && loops.size() < kMost);
        loops.push_back(columns);
    } else {
        // A buffer is freed at its end, too.
        require(stmt.as<Free>());
    }
}

// A name that stands for one thing only may stand around all of the loops.
void Parts::bind(const std::string &name, const Stmt &stmt) {
    require(taken.insert(name).second && around.size() < 4 * kMost);
    around.push_back(stmt);
}

}  // namespace isotope
