"""Train the cube network and write it as ONNX. Needs torch, offline only; the program itself never imports this.

    python -m vision.training.leans EXAMPLES OUT.onnx --minutes 8 [--resume STATE.pt]

EXAMPLES is a folder of `*.npz` with the arrays of `vision.training.bodies.many`: `made_*` (made up), `rend*` (cut from
labelled pictures), `held*` (kept to judge by). Convolutions and ReLU alone go into the file.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.cube_net import OUTPUTS, SIZE, normalise
from vision.training import runs

#: (out channels, kernel, stride, padding) of each layer; the last but one sees what is left, 3x3.
LAYERS = ((16, 5, 2, 2), (28, 3, 2, 1), (32, 3, 1, 1), (40, 3, 2, 1), (40, 3, 1, 1), (40, 3, 2, 1), (40, 3, 1, 0))
#: Examples a step.
BATCH = 64
#: Share of a batch that comes from each kind of file.
MIX = {"made": 0.6, "rend": 0.2, "sim": 0.2}


class Net(nn.Module):
    """Convolutions with batch normalisation and ReLU, and one that gives the outputs."""

    def __init__(self) -> None:
        super().__init__()
        steps: list[nn.Module] = []
        inputs = 3
        for outputs, kernel, stride, padding in LAYERS:
            conv = nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False)
            steps += [conv, nn.BatchNorm2d(outputs), nn.ReLU()]
            inputs = outputs
        self.body = nn.Sequential(*steps)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Conv2d(inputs, OUTPUTS, 1)

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        return self.head(self.drop(self.body(patches)))


def folded(net: Net) -> nn.Sequential:
    """The same network of convolutions and ReLU alone."""
    return nn.Sequential(*runs.convolutions(net.body), net.head).eval()


def load(paths: list[Path]) -> dict[str, np.ndarray]:
    """Examples of several files as one; `kinds` says of each how often it is drawn."""
    parts = [dict(np.load(path)) for path in paths]
    names = ("patches", "leans", "covered", "on_die", "tilts")
    out = {name: np.concatenate([part[name] for part in parts]) for name in names}
    of_each = [np.full(len(part["leans"]), path.name[:3]) for part, path in zip(parts, paths, strict=True)]
    kinds = np.concatenate(of_each)
    chances = np.zeros(len(kinds))
    for kind, share in MIX.items():
        here = kinds == kind[:3]
        chances[here] = share / max(here.sum(), 1)
    return {**out, "chances": chances / max(chances.sum(), 1e-9)}


def turned(inputs: np.ndarray, leans: np.ndarray, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Inputs and leans, mirrored and turned by quarters alike, colours swapped at random."""
    out, lean = np.ascontiguousarray(inputs), leans.copy()
    for axis, part in ((3, 0), (2, 1)):
        flip = rng.random(len(out)) < 0.5
        out[flip] = np.flip(out[flip], axis=axis)
        lean[flip, part] *= -1
    quarter = rng.random(len(out)) < 0.5
    out[quarter] = out[quarter].transpose(0, 1, 3, 2)
    lean[quarter] = lean[quarter][:, ::-1]
    swap = rng.random(len(out)) < 0.3
    out[swap] = out[swap][:, rng.permutation(3)]
    return torch.from_numpy(out.astype(np.float32)).to(memory_format=torch.channels_last), torch.from_numpy(lean)


def loss_of(out: torch.Tensor, leans: torch.Tensor, covered: torch.Tensor, on_die: torch.Tensor) -> torch.Tensor:
    """Laplace's likelihood of the lean with the spread that is claimed, and the two log-odds."""
    scale = out[:, 2].clamp(-4.2, 1.0)
    miss = (out[:, :2] - leans).abs().sum(dim=1)
    lean = (miss * torch.exp(-scale) + 2 * scale) * (covered < 0.4)
    share = ((covered - 0.03) / 0.12).clamp(0, 1)
    hidden = functional.binary_cross_entropy_with_logits(out[:, 3], share, reduction="none")
    above = functional.binary_cross_entropy_with_logits(out[:, 4], on_die, reduction="none")
    return (lean + hidden + 3 * (1 + on_die) * above).mean()


def prepared(patches: np.ndarray) -> np.ndarray:
    """The network's input of every patch, float16."""
    return np.concatenate([normalise(patches[i : i + 512]).astype(np.float16) for i in range(0, len(patches), 512)])


def train(net: Net, examples: dict, minutes: float, seed: int, rate: float) -> None:
    """Train in place for about `minutes`."""
    rng = np.random.default_rng(seed)
    inputs, sums_of = prepared(examples["patches"]), np.cumsum(examples["chances"])

    def loss_of_batch() -> torch.Tensor:
        chosen = np.minimum(np.searchsorted(sums_of, rng.random(BATCH)), len(sums_of) - 1)
        patches, leans = turned(inputs[chosen], examples["leans"][chosen], rng)
        truth = (torch.from_numpy(examples[name][chosen]) for name in ("covered", "on_die"))
        return loss_of(net(patches)[:, :, 0, 0], leans, *truth)

    runs.descend(net, loss_of_batch, minutes, rate)


@torch.no_grad()
def judge(net: nn.Module, held: dict) -> str:
    """How far off the lean is on examples that were kept back, in edges."""
    net.eval()
    inputs = prepared(held["patches"]).astype(np.float32)
    parts = [net(torch.from_numpy(inputs[i : i + 256]))[:, :, 0, 0].numpy() for i in range(0, len(inputs), 256)]
    out = np.concatenate(parts)
    open_ = held["covered"] < 0.05
    miss = np.linalg.norm(out[:, :2] - held["leans"], axis=1)[open_]
    size = np.linalg.norm(held["leans"], axis=1)[open_]
    off, long = np.percentile(miss, (50, 90, 97, 99)).round(3), np.percentile(size, (50, 90)).round(3)
    return f"lean off by {off}, its size {long}"


def main() -> None:
    """One training run."""
    given = runs.asked(__doc__, minutes=8.0)
    learn, held = runs.halves(given.examples)
    examples = load(learn)
    net = Net()
    runs.begun(net, len(examples["leans"]), given.resume)
    train(net, examples, given.minutes, given.seed, given.rate)
    runs.keep_state(net, given.out)
    for path in held:
        print(path.name, judge(net, load([path])))
    runs.export(folded(net), given.out, (3, SIZE, SIZE), ("patches", "leans"))


if __name__ == "__main__":
    main()
