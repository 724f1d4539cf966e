"""Train the face network and write it as ONNX. Needs torch, offline only; the program itself never imports this.

    python -m vision.training.train SHARDS OUT.onnx --minutes 9 [--resume STATE.pt]

Convolutions, ReLU and nothing else go into the file: batch normalisation is folded into the weights, the temperature
into the last layer, and there is no flatten or softmax, so that every OpenCV from 4.6 to 5.0 computes the same.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.facenet import CLASSES, SIZE, normalise
from vision.training import shards

#: (out channels, kernel, stride, padding) of each layer; the last one sees what is left, 4x4.
LAYERS = ((24, 5, 2, 2), (32, 3, 1, 1), (40, 3, 2, 1), (48, 3, 1, 1), (40, 3, 2, 1), (CLASSES, 4, 1, 0))


class Net(nn.Module):
    """Convolutions with batch normalisation and ReLU, and one that gives the scores."""

    def __init__(self) -> None:
        super().__init__()
        steps: list[nn.Module] = []
        inputs = 4
        for outputs, kernel, stride, padding in LAYERS[:-1]:
            steps += [
                nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False),
                nn.BatchNorm2d(outputs),
                nn.ReLU(),
            ]
            inputs = outputs
        self.body = nn.Sequential(*steps)
        self.drop = nn.Dropout(0.15)
        self.head = nn.Conv2d(inputs, LAYERS[-1][0], LAYERS[-1][1])

    def forward(self, faces: torch.Tensor) -> torch.Tensor:
        return self.head(self.drop(self.body(faces)))


def folded(net: Net, temperature: float) -> nn.Sequential:
    """The same network of convolutions and ReLU alone, its scores over `temperature`."""
    steps: list[nn.Module] = []
    parts = list(net.body)
    for conv, norm in zip(parts[0::3], parts[1::3], strict=True):
        steps += [nn.utils.fusion.fuse_conv_bn_eval(conv.eval(), norm.eval()), nn.ReLU()]
    head = nn.Conv2d(net.head.in_channels, CLASSES, LAYERS[-1][1])
    head.weight.data = net.head.weight.data / temperature
    head.bias.data = net.head.bias.data / temperature
    return nn.Sequential(*steps, head).eval()


def prepared(faces: np.ndarray) -> np.ndarray:
    """The network's input of every face, (n, 4, 32, 32) float16, made once: what follows commutes with it."""
    return np.concatenate([normalise(faces[i : i + 512]).astype(np.float16) for i in range(0, len(faces), 512)])


def turned(faces: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
    """Inputs (n, 4, 32, 32), each mirrored, turned by a quarter, its colours swapped or negative at random."""
    out = np.ascontiguousarray(faces)
    for axis in (2, 3):
        flip = rng.random(len(out)) < 0.5
        out[flip] = np.flip(out[flip], axis=axis)
    quarter = rng.random(len(out)) < 0.5
    out[quarter] = out[quarter].transpose(0, 1, 3, 2)
    swap = rng.random(len(out)) < 0.2
    out[swap] = out[swap][:, [*rng.permutation(3), 3]]
    negative = (rng.random(len(out)) < 0.04) & (out[:, 3].max(axis=(1, 2)) == 0)
    out[negative, :3] *= -1
    return torch.from_numpy(out.astype(np.float32)).to(memory_format=torch.channels_last)


#: Shares of a batch: made-up examples, crops of rendered pictures and of the simulated table by their truth, the
#: reader's own proposals on rendered pictures that lie on a face, and those that do not.
MIX = (0.62, 0.12, 0.08, 0.10, 0.08)


def weights_of(shard: shards.Shard) -> np.ndarray:
    """How often each example is drawn, so that a batch is mixed as MIX says."""
    kinds = shard.kinds.astype(str)
    mined, rendered = np.char.startswith(kinds, "mined"), np.char.startswith(kinds, "render")
    staged = np.char.startswith(kinds, "staged")
    groups = (~mined & ~rendered & ~staged, rendered, staged, mined & (shard.labels > 0), mined & (shard.labels == 0))
    chances = np.zeros(len(kinds))
    for group, share in zip(groups, MIX, strict=True):
        worth = np.where(np.char.startswith(kinds, "washed_glare"), 2.0, 1.0) * group
        chances += share * worth / max(worth.sum(), 1)
    return chances / chances.sum()


def train(net: Net, shard: shards.Shard, minutes: float, seed: int, rate: float) -> None:
    """Train in place for about `minutes`, the learning rate falling along a cosine."""
    rng = np.random.default_rng(seed)
    chances, inputs = weights_of(shard), prepared(shard.faces)
    sums_of = np.cumsum(chances)
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    start, step, size, sums = time.monotonic(), 0, 128, 0.0
    net.train().to(memory_format=torch.channels_last)
    while (done := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in best.param_groups:
            group["lr"] = rate * max(0.01, 0.5 * (1 + np.cos(np.pi * done))) * min(1.0, (step + 1) / 100)
        chosen = np.minimum(np.searchsorted(sums_of, rng.random(size)), len(sums_of) - 1)
        scores = net(turned(inputs[chosen], rng))[:, :, 0, 0]
        loss = functional.cross_entropy(scores, torch.from_numpy(shard.labels[chosen]))
        best.zero_grad()
        loss.backward()
        best.step()
        step, sums = step + 1, sums + loss.item()
        if step % 200 == 0:
            print(f"step {step}  loss {sums / 200:.4f}  {done:.0%}", flush=True)
            sums = 0.0


@torch.no_grad()
def scores_of(net: nn.Module, faces: np.ndarray) -> torch.Tensor:
    """Scores (n, 7) of faces, in pieces."""
    net.eval()
    pieces = [net(torch.from_numpy(normalise(faces[i : i + 512])))[:, :, 0, 0] for i in range(0, len(faces), 512)]
    return torch.cat(pieces)


def temperature_of(scores: torch.Tensor, labels: np.ndarray) -> float:
    """The temperature at which the probabilities fit held-out labels best."""
    target = torch.from_numpy(labels)
    grid = np.exp(np.linspace(np.log(0.5), np.log(4), 80))
    return float(min(grid, key=lambda t: functional.cross_entropy(scores / t, target).item()))


def main() -> None:
    """One training run."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("shards", type=Path)
    words.add_argument("out", type=Path)
    words.add_argument("--minutes", type=float, default=9.0)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--rate", type=float, default=3e-3)
    words.add_argument("--resume", type=Path, help="go on from a state that an earlier run left beside its ONNX file")
    given = words.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    held = shards.load(sorted(given.shards.glob("held_*.npz")))
    rest = shards.load(sorted(p for p in given.shards.glob("*.npz") if not p.name.startswith("held_")))
    net = Net()
    if given.resume:
        net.load_state_dict(torch.load(given.resume))
    print(f"{len(rest.labels)} examples, {sum(p.numel() for p in net.parameters())} weights", flush=True)
    train(net, rest, given.minutes, given.seed, given.rate)
    torch.save(net.state_dict(), given.out.with_suffix(".pt"))
    scores = scores_of(net, held.faces)
    temperature = temperature_of(scores, held.labels)
    right = (scores.argmax(dim=1).numpy() == held.labels).mean()
    print(f"held out: {right:.2%} of {len(held.labels)} right, temperature {temperature:.2f}")
    torch.onnx.export(
        folded(net, temperature), torch.zeros(1, 4, SIZE, SIZE), str(given.out), dynamo=False, opset_version=11,
        input_names=["faces"], output_names=["scores"],
    )  # fmt: skip
    print(f"{given.out}: {given.out.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
