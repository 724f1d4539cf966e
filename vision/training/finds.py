"""Train the finder and write it as ONNX. Needs torch, offline only; the program itself never imports this.

    python -m vision.training.finds EXAMPLES OUT.onnx --minutes 8 [--resume STATE.pt]

EXAMPLES is a folder of `*.npz` as `vision.training.whole` writes them: `made_*` (made up), `rend_*` (rendered), `sim_*`
(the simulated table), `held_*` (kept to judge by). Convolutions, ReLU and sums alone go into the file.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.finder import CELL, CHANNELS, EDGE_AT_ZERO, PHASES, look_in
from vision.training import runs
from vision.training.whole import TILE

#: Channels after each halving, and the spacing of the kernel in each block at an eighth of the size.
STEM, SPACING = (16, 32, 64), (1, 2, 4, 1, 2, 1)
#: Examples a step, and the share of a batch that comes from each kind of file.
BATCH = 16
MIX = {"made": 0.62, "rend": 0.25, "sim": 0.13}


class Block(nn.Module):
    """Each channel looks about for itself, then they are mixed and added to what was there."""

    def __init__(self, channels: int, spacing: int) -> None:
        super().__init__()
        self.about = nn.Conv2d(channels, channels, 3, 1, spacing, spacing, groups=channels, bias=False)
        self.about_norm = nn.BatchNorm2d(channels)
        self.mix = nn.Conv2d(channels, channels, 1, bias=False)
        self.mix_norm = nn.BatchNorm2d(channels)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        about = functional.relu(self.about_norm(self.about(inputs)))
        return functional.relu(inputs + self.mix_norm(self.mix(about)))

    def fold(self) -> Block:
        """Takes the normalisations into the convolutions (in place)."""
        self.about = nn.utils.fusion.fuse_conv_bn_eval(self.about.eval(), self.about_norm.eval())
        self.mix = nn.utils.fusion.fuse_conv_bn_eval(self.mix.eval(), self.mix_norm.eval())
        self.about_norm = self.mix_norm = nn.Identity()
        return self


class Net(nn.Module):
    """Three halvings, blocks that see ever more of the surroundings, and the outputs of 2x2 cells at every place."""

    def __init__(self) -> None:
        super().__init__()
        stem: list[nn.Module] = []
        inputs = 3
        for outputs in STEM:
            stem += [nn.Conv2d(inputs, outputs, 3, 2, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()]
            inputs = outputs
        self.stem = nn.Sequential(*stem)
        self.blocks = nn.Sequential(*(Block(inputs, spacing) for spacing in SPACING))
        self.head = nn.Conv2d(inputs, PHASES * PHASES * CHANNELS, 1)
        with torch.no_grad():
            self.head.bias.zero_()
            self.head.bias[::CHANNELS] = -4.0

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        return self.head(self.blocks(self.stem(pictures)))


def folded(net: Net) -> nn.Sequential:
    """The same network of convolutions, ReLU and sums alone."""
    return nn.Sequential(*runs.convolutions(net.stem), *(block.fold() for block in net.blocks), net.head).eval()


def load(paths: list[Path]) -> dict[str, np.ndarray]:
    """Examples of several files as one: pictures, faces, where each one's faces begin, and how often each is drawn."""
    parts = [dict(np.load(path)) for path in paths]
    counts = [len(part["pictures"]) for part in parts]
    firsts = np.cumsum([0, *counts])
    faces = [part["faces"] + np.eye(11)[0] * first for part, first in zip(parts, firsts, strict=False)]
    kinds = np.repeat([path.name.split("_")[0] for path in paths], counts)
    chances = np.zeros(len(kinds))
    for kind, share in MIX.items():
        chances[kinds == kind] = share / max((kinds == kind).sum(), 1)
    rows = np.concatenate(faces)
    begins = np.searchsorted(rows[:, 0], np.arange(firsts[-1] + 1))
    return {
        "pictures": np.concatenate([part["pictures"] for part in parts]), "faces": rows, "begins": begins,
        "chances": chances / max(chances.sum(), 1e-9),
    }  # fmt: skip


def turned(picture: np.ndarray, quads: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A picture and its faces mirrored and turned by a quarter alike, its light and colours changed at random."""
    quads = quads.copy()
    for axis in (1, 0):
        if rng.random() < 0.5:
            picture = np.flip(picture, axis=axis)
            quads[..., 1 - axis] = TILE - 1 - quads[..., 1 - axis]
    if rng.random() < 0.5:
        picture, quads = picture.transpose(1, 0, 2), quads[..., ::-1]
    if rng.random() < 0.3:
        picture = picture[..., rng.permutation(3)]
    out = picture.astype(np.float32)
    if rng.random() < 0.5:
        out = out * np.exp(rng.normal(0, 0.2, 3) * (rng.random() < 0.3) + rng.normal(0, 0.25)) + rng.normal(0, 10)
    return np.clip(out, 0, 255), quads


def targets(faces: np.ndarray) -> np.ndarray:
    """What the cells are to say of faces (n, 10: eight coordinates, value, wanted), (15, cells, cells) float32.

    Heat (1 at a face's middle, falling off around it), its weight, the weight of what follows; offset (2) in cells,
    logarithm of the edge, four times the rotation as a direction (2), value as six shares, whether it has one.
    """
    cells = TILE // CELL
    out = np.zeros((15, cells, cells), np.float32)
    out[1] = 1
    y, x = np.mgrid[0:cells, 0:cells].astype(np.float32) * CELL + (CELL - 1) / 2
    nearest = np.full((cells, cells), np.inf, np.float32)
    for face in faces:
        quad = face[:8].reshape(4, 2)
        middle = quad.mean(axis=0)
        sides = np.roll(quad, -1, axis=0) - quad
        edge = float(np.linalg.norm(sides, axis=1).mean())
        away = np.hypot(x - middle[0], y - middle[1])
        if not face[9]:
            out[1][away < 0.6 * edge] = 0
            continue
        heat = np.exp(-((away / max(3.0, 0.13 * edge)) ** 2) / 2)
        heat[away > away.min() + 1e-3] *= 0.999
        if 0 <= middle[0] < TILE and 0 <= middle[1] < TILE:
            heat[np.unravel_index(away.argmin(), away.shape)] = 1.0
        out[0] = np.maximum(out[0], heat)
        here = (away < max(0.9 * CELL, 0.22 * edge)) & (away < nearest)
        nearest[here] = away[here]
        turns = (sides[:, 0] + 1j * sides[:, 1]) ** 4
        turn = (turns / np.abs(turns)).sum()
        turn /= max(abs(turn), 1e-6)
        out[2][here] = 1 / max(here.sum(), 1)
        out[3][here] = ((middle[0] - x) / CELL)[here]
        out[4][here] = ((middle[1] - y) / CELL)[here]
        out[5][here] = np.log(edge / EDGE_AT_ZERO)
        out[6][here], out[7][here] = turn.real, turn.imag
        out[8:14, here] = 0
        out[8 + int(face[8]) - 1][here] = 1
    out[1][out[0] == 1] = 1
    return out


def spread(out: torch.Tensor) -> torch.Tensor:
    """(n, PHASES**2 * CHANNELS, h, w) as (n, CHANNELS, PHASES h, PHASES w)."""
    count, _, height, width = out.shape
    cells = out.reshape(count, PHASES, PHASES, CHANNELS, height, width).permute(0, 3, 4, 1, 5, 2)
    return cells.reshape(count, CHANNELS, height * PHASES, width * PHASES)


def loss_of(out: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Focal loss of the chance, absolute misses of place, size and rotation, cross-entropy of the value."""
    cells = spread(out)
    chance, heat, counts, here = cells[:, 0], wanted[:, 0], wanted[:, 1], wanted[:, 2]
    right = torch.sigmoid(chance).clamp(1e-5, 1 - 1e-5)
    peak = (heat >= 1).float()
    focal = peak * (1 - right) ** 2 * torch.log(right)
    focal = focal + (1 - peak) * counts * (1 - heat) ** 4 * right**2 * torch.log(1 - right)
    faces = peak.sum().clamp(min=1)
    misses = (cells[:, 1:3] - wanted[:, 3:5]).abs().sum(1) * 0.5 + 2.0 * (cells[:, 3] - wanted[:, 5]).abs()
    misses = misses + (cells[:, 4:6] - wanted[:, 6:8]).abs().sum(1) * 0.6
    value = -(wanted[:, 8:14] * functional.log_softmax(cells[:, 6:], dim=1)).sum(1)
    return (-focal.sum() + ((misses + 0.2 * value) * here).sum()) / faces


def batch_of(examples: dict, chosen: np.ndarray, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Pictures and what is wanted of them."""
    pictures, wanted = [], []
    for index in chosen:
        faces = examples["faces"][examples["begins"][index] : examples["begins"][index + 1], 1:].copy()
        picture, quads = turned(examples["pictures"][index], faces[:, :8].reshape(-1, 4, 2), rng)
        faces[:, :8] = quads.reshape(-1, 8)
        pictures.append((picture.transpose(2, 0, 1) - 128) / 64)
        wanted.append(targets(faces))
    inputs = torch.from_numpy(np.ascontiguousarray(np.array(pictures, np.float32)))
    return inputs.to(memory_format=torch.channels_last), torch.from_numpy(np.array(wanted))


def train(net: Net, examples: dict, minutes: float, seed: int, rate: float) -> None:
    """Train in place for about `minutes`."""
    rng = np.random.default_rng(seed)
    sums = np.cumsum(examples["chances"])

    def loss_of_batch() -> torch.Tensor:
        chosen = np.minimum(np.searchsorted(sums, rng.random(BATCH) * sums[-1]), len(sums) - 1)
        inputs, wanted = batch_of(examples, chosen, rng)
        return loss_of(net(inputs), wanted)

    runs.descend(net, loss_of_batch, minutes, rate)


def judge(net: Net, held: dict) -> str:
    """Shares of the wanted faces that are found at some chances, how well they lie, and what else is found."""
    found, misses, others, count = [], [], np.zeros(3), len(held["pictures"])
    for index in range(count):
        faces = held["faces"][held["begins"][index] : held["begins"][index + 1], 1:]
        picture = torch.from_numpy(((held["pictures"][index].transpose(2, 0, 1).astype(np.float32) - 128) / 64)[None])
        with torch.no_grad():
            sights = look_in(net(picture).numpy(), 0.05)
        used = np.zeros(len(sights.chance), bool)
        for face in faces:
            quad = face[:8].reshape(4, 2)
            edge = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
            away = np.hypot(*(sights.middle - quad.mean(axis=0)).T)
            used |= away < 0.6 * edge
            if not face[9]:
                continue
            near = np.flatnonzero(away < 0.25 * edge)
            if not len(near):
                found.append(0.0)
                continue
            best = near[sights.chance[near].argmax()]
            found.append(float(sights.chance[best]))
            side = complex(*(quad[1] - quad[0]))
            turn = abs(np.angle((side / abs(side) * np.exp(-1j * sights.turn[best])) ** 4)) / 4
            misses.append((away[best] / edge, abs(np.log(sights.edge[best] / edge)), np.degrees(turn)))
        others += [(sights.chance[~used] > limit).sum() for limit in (0.1, 0.3, 0.5)]
    reached = [round(float((np.array(found) > limit).mean()), 3) for limit in (0.05, 0.1, 0.3, 0.5)]
    ninetieth = np.percentile(np.array(misses), 90, axis=0).round(3)
    told = f"{len(found)} faces, found at 0.05 0.1 0.3 0.5: {reached}"
    return f"{told}, 90% lie within {ninetieth}, others {(others / count).round(3)}"


def main() -> None:
    """One training run."""
    given = runs.asked(__doc__, minutes=8.0)
    learn, held = runs.halves(given.examples)
    examples = load(learn)
    net = Net()
    runs.begun(net, len(examples["pictures"]), given.resume)
    train(net, examples, given.minutes, given.seed, given.rate)
    runs.keep_state(net, given.out)
    for path in held:
        print(path.name, judge(net.eval(), load([path])))
    runs.export(folded(net), given.out, (3, 360, 640), ("picture", "cells"))


if __name__ == "__main__":
    main()
