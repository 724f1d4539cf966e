"""Train the face network and write it as ONNX. Needs torch, offline only; the program itself never imports this.

    python -m vision.training.train SHARDS OUT.onnx --minutes 9 [--resume STATE.pt]

Convolutions, ReLU and nothing else go into the file: batch normalisation is folded into the weights, the temperature
into the last layer, and there is no flatten or softmax, so that every OpenCV from 4.6 to 5.0 computes the same.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.facenet import CLASSES, SIZE, normalise
from vision.training import runs, shards

#: (out channels, kernel, stride, padding) of each layer; the last one sees what is left, 4x4.
LAYERS = ((24, 5, 2, 2), (32, 3, 1, 1), (40, 3, 2, 1), (48, 3, 1, 1), (40, 3, 2, 1), (CLASSES, 4, 1, 0))
#: Examples a step.
BATCH = 128


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
    head = nn.Conv2d(net.head.in_channels, CLASSES, LAYERS[-1][1])
    head.weight.data = net.head.weight.data / temperature
    head.bias.data = net.head.bias.data / temperature
    return nn.Sequential(*runs.convolutions(net.body), head).eval()


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
    """Train in place for about `minutes`."""
    rng = np.random.default_rng(seed)
    inputs, sums_of = prepared(shard.faces), np.cumsum(weights_of(shard))

    def loss_of_batch() -> torch.Tensor:
        chosen = np.minimum(np.searchsorted(sums_of, rng.random(BATCH)), len(sums_of) - 1)
        scores = net(turned(inputs[chosen], rng))[:, :, 0, 0]
        return functional.cross_entropy(scores, torch.from_numpy(shard.labels[chosen]))

    runs.descend(net, loss_of_batch, minutes, rate)


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
    given = runs.asked(__doc__, minutes=9.0)
    learn, kept = runs.halves(given.examples)
    rest, held = shards.load(learn), shards.load(kept)
    net = Net()
    runs.begun(net, len(rest.labels), given.resume)
    train(net, rest, given.minutes, given.seed, given.rate)
    runs.keep_state(net, given.out)
    scores = scores_of(net, held.faces)
    temperature = temperature_of(scores, held.labels)
    right = (scores.argmax(dim=1).numpy() == held.labels).mean()
    print(f"held out: {right:.2%} of {len(held.labels)} right, temperature {temperature:.2f}")
    runs.export(folded(net, temperature), given.out, (4, SIZE, SIZE), ("faces", "scores"))


if __name__ == "__main__":
    main()
