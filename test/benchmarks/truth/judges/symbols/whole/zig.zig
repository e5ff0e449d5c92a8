// The declarations of Zig files by the parser of Zig's own library. argv: a file that lists absolute paths. stdout: as typescript.mjs.
const std = @import("std");
const Ast = std.zig.Ast;

const Span = struct { first: Ast.TokenIndex, last: Ast.TokenIndex };
const Found = struct { name: Ast.TokenIndex, kind: []const u8, whole: Span };

pub fn main(init: std.process.Init) !void {
    const gpa = init.arena.allocator();
    var args = init.minimal.args.iterate();
    _ = args.next();
    const here = std.Io.Dir.cwd();
    const list = try here.readFileAlloc(init.io, args.next().?, gpa, .unlimited);
    var buffer: [4096]u8 = undefined;
    var out = std.Io.File.stdout().writerStreaming(init.io, &buffer);
    var paths = std.mem.tokenizeScalar(u8, list, '\n');
    while (paths.next()) |path| {
        const text = try here.readFileAllocOptions(init.io, path, gpa, .unlimited, .of(u8), 0);
        const tree = try Ast.parse(gpa, text, if (std.mem.endsWith(u8, path, ".zon")) .zon else .zig);
        try out.interface.print("{{\"path\":\"{s}\",\"symbols\":", .{path});
        if (tree.errors.len > 0) try out.interface.writeAll("null") else try tell(gpa, tree, &out.interface);
        try out.interface.writeAll("}\n");
    }
    try out.interface.flush();
}

fn tell(gpa: std.mem.Allocator, tree: Ast, out: *std.Io.Writer) !void {
    var found: std.ArrayList(Found) = .empty;
    var bodies: std.ArrayList(Span) = .empty;
    var containers: std.ArrayList(Span) = .empty;
    for (1..tree.nodes.len) |at| {
        const node: Ast.Node.Index = @enumFromInt(at);
        const whole = spanOf(tree, node);
        var one: [1]Ast.Node.Index = undefined;
        var two: [2]Ast.Node.Index = undefined;
        if (tree.fullContainerDecl(&two, node) != null) {
            try containers.append(gpa, whole);
        } else if (tree.fullFnProto(&one, node)) |proto| {
            // With a body, it is a node and its prototype another one.
            const name = proto.name_token orelse continue;
            const known = for (found.items) |*other| {
                if (other.name == name) break other;
            } else null;
            if (known) |other| {
                other.whole.last = @max(other.whole.last, whole.last);
            } else try found.append(gpa, .{ .name = name, .kind = "function", .whole = whole });
        } else if (tree.fullVarDecl(node)) |declared| {
            const kind = kindOf(tree, declared.ast.init_node.unwrap()) orelse continue;
            try found.append(gpa, .{ .name = declared.ast.mut_token + 1, .kind = kind, .whole = whole });
        } else switch (tree.nodeTag(node)) {
            .test_decl => {
                const name = tree.nodeData(node).opt_token_and_node[0].unwrap() orelse tree.nodeMainToken(node);
                try found.append(gpa, .{ .name = name, .kind = "test", .whole = whole });
            },
            .block, .block_semicolon, .block_two, .block_two_semicolon => try bodies.append(gpa, whole),
            else => {},
        }
    }
    for (found.items, 0..) |one, at| {
        const isMethod = std.mem.eql(u8, one.kind, "function") and innermost(containers.items, one.whole) != null;
        try out.print("{s}[{f},{d},\"{s}\",{},{d},{d}]", .{
            if (at == 0) "[" else ",",
            std.json.fmt(std.mem.trim(u8, tree.tokenSlice(one.name), "\""), .{}),
            lineOf(tree, one.name),
            if (isMethod) "method" else one.kind,
            isLocal(bodies.items, containers.items, one.whole),
            lineOf(tree, one.whole.first),
            lineOf(tree, one.whole.last),
        });
    }
    try out.writeAll(if (found.items.len == 0) "[]" else "]");
}

/// None of what brings in another file.
fn kindOf(tree: Ast, value: ?Ast.Node.Index) ?[]const u8 {
    const node = value orelse return "variable";
    if (std.mem.eql(u8, tree.tokenSlice(tree.firstToken(node)), "@import")) return null;
    var two: [2]Ast.Node.Index = undefined;
    const container = tree.fullContainerDecl(&two, node) orelse
        return if (tree.nodeTag(node) == .error_set_decl) "enum" else "variable";
    return if (tree.tokenTag(container.ast.main_token) == .keyword_enum) "enum" else "class";
}

fn innermost(all: []const Span, one: Span) ?Span {
    var found: ?Span = null;
    for (all) |other| {
        const isAround = other.first <= one.first and one.last <= other.last;
        if (isAround and (found == null or found.?.first <= other.first)) found = other;
    }
    return found;
}

/// Whether it stands in a block, with no container between them.
fn isLocal(bodies: []const Span, containers: []const Span, one: Span) bool {
    const body = innermost(bodies, one) orelse return false;
    const container = innermost(containers, one) orelse return true;
    return container.first < body.first;
}

fn spanOf(tree: Ast, node: Ast.Node.Index) Span {
    const last = tree.lastToken(node);
    const isEnded = last + 1 < tree.tokens.len and tree.tokenTag(last + 1) == .semicolon;
    return .{ .first = tree.firstToken(node), .last = if (isEnded) last + 1 else last };
}

fn lineOf(tree: Ast, token: Ast.TokenIndex) usize {
    return std.mem.count(u8, tree.source[0..tree.tokenStart(token)], "\n") + 1;
}
