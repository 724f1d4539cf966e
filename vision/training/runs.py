"""What the training runs of the three networks have in common. Needs torch, offline only.

A run is bounded by time, not by steps. It leaves the network as ONNX and, beside that file, its state, from which a
later run can go on.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import torch
from torch import nn


def asked(about: str, minutes: float) -> argparse.Namespace:
    """The words of the command line: examples, out, minutes, seed, rate, resume; torch is seeded by them."""
    words = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("examples", type=Path)
    words.add_argument("out", type=Path)
    words.add_argument("--minutes", type=float, default=minutes)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--rate", type=float, default=3e-3)
    words.add_argument("--resume", type=Path, help="go on from a state that an earlier run left beside its ONNX file")
    given = words.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    return given


def halves(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files to learn from, and those (`held*`) that are kept to judge by."""
    files = sorted(folder.glob("*.npz"))
    held = [path for path in files if path.name.startswith("held")]
    return [path for path in files if path not in held], held


def begun(net: nn.Module, examples: int, resume: Path | None) -> None:
    """Takes up what an earlier run left, and says how large the run is."""
    if resume:
        net.load_state_dict(torch.load(resume))
    print(f"{examples} examples, {sum(part.numel() for part in net.parameters())} weights", flush=True)


def convolutions(parts: Iterable[nn.Module]) -> list[nn.Module]:
    """Convolution, batch normalisation, ReLU, over and over: the same without the normalisations."""
    steps: list[nn.Module] = []
    listed = list(parts)
    for conv, norm in zip(listed[0::3], listed[1::3], strict=True):
        steps += [nn.utils.fusion.fuse_conv_bn_eval(conv.eval(), norm.eval()), nn.ReLU()]
    return steps


def descend(net: nn.Module, loss_of_batch: Callable[[], torch.Tensor], minutes: float, rate: float) -> None:
    """Trains in place for about `minutes`, the learning rate falling along a cosine.

    loss_of_batch: draws a batch and gives the mean loss on it. A step of wild length, as a rare example asks for,
    is cut.
    """
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    start, step, total = time.monotonic(), 0, 0.0
    net.train().to(memory_format=torch.channels_last)
    while (done := (time.monotonic() - start) / (60 * max(minutes, 1e-9))) < 1:
        for group in best.param_groups:
            group["lr"] = rate * max(0.01, 0.5 * (1 + np.cos(np.pi * done))) * min(1.0, (step + 1) / 100)
        loss = loss_of_batch()
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        best.step()
        step, total = step + 1, total + loss.item()
        if step % 100 == 0:
            print(f"step {step}  loss {total / 100:.4f}  {done:.0%}", flush=True)
            total = 0.0
    net.eval()


def keep_state(net: nn.Module, out: Path) -> None:
    """The state for a later run, beside the file to come; before folding, which changes the network."""
    torch.save(net.state_dict(), out.with_suffix(".pt"))


def export(net: nn.Module, out: Path, shape: tuple[int, int, int], names: tuple[str, str]) -> None:
    """Writes a folded network. shape: channels, height, width of one input; names: of the input and the output."""
    torch.onnx.export(
        net, torch.zeros(1, *shape), str(out), dynamo=False, opset_version=11,
        input_names=[names[0]], output_names=[names[1]],
    )  # fmt: skip
    print(f"{out}: {out.stat().st_size / 1000:.0f} kB")
