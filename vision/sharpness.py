"""How sharp and how light a picture is: out of focus, or too dark to read anything in it."""

from __future__ import annotations

import cv2
import numpy as np

#: Blurs (sigma, pixels) at which the gradient is compared: of a sharp edge it falls much from one to the other.
FINE, BROAD = 1.0, 2.0
#: Sigma of the edges from which a picture is out of focus, pixels.
OUT_OF_FOCUS = 2.5
#: Squares (pixels) whose strongest edge counts, how many of them, and which of them (a share, the sharpest first).
SQUARE, SQUARES, SHARPEST = 32, 24, 0.25
#: Least gradient of an edge, levels a pixel.
EDGE = 2.0
#: Level of the lightest hundredth below which a picture is too dark.
DARK = 40


def edge_sigma(image: np.ndarray) -> float | None:
    """The blur (sigma, pixels) of the sharpest of the clear edges of a picture (h, w, 3) uint8; None without any.

    The strongest edge of each square counts, so that a small sharp thing on a plain cloth is seen.
    """
    fine, broad = (_gradient(image, sigma) for sigma in (FINE, BROAD))
    height, width = (length // SQUARE * SQUARE for length in broad.shape)
    if not height or not width:
        return None
    blocks = broad[:height, :width].reshape(height // SQUARE, SQUARE, width // SQUARE, SQUARE).transpose(0, 2, 1, 3)
    flat = blocks.reshape(-1, SQUARE * SQUARE)
    best = flat.argmax(axis=1)
    row, column = np.divmod(np.arange(len(flat)), width // SQUARE)
    y, x = row * SQUARE + best // SQUARE, column * SQUARE + best % SQUARE
    strength = broad[y, x]
    order = np.argsort(-strength)[:SQUARES]
    order = order[strength[order] > EDGE]
    if not len(order):
        return None
    return float(np.quantile(_sigma(fine[y, x], broad[y, x])[order], SHARPEST))


def _gradient(image: np.ndarray, sigma: float) -> np.ndarray:
    """(h, w) float32 levels a pixel, of the channel that changes most."""
    smooth = cv2.split(cv2.GaussianBlur(image, (0, 0), sigma))
    # Channel by channel: numpy's maximum over a last axis of three takes longer than all the rest.
    slopes = [cv2.magnitude(*(cv2.Sobel(one, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))) for one in smooth]
    return cv2.max(cv2.max(slopes[0], slopes[1]), slopes[2])


def _sigma(fine: np.ndarray, broad: np.ndarray) -> np.ndarray:
    """The blur of edges whose gradients at both scales are given: that of a step falls as one over the whole blur."""
    ratio = (fine / np.maximum(broad, 1e-6)) ** 2
    return np.sqrt(np.maximum(BROAD**2 - FINE**2 * ratio, 0) / np.maximum(ratio - 1, 1e-3))


def out_of_focus(image: np.ndarray) -> bool:
    """Whether a picture (h, w, 3) uint8 has edges, and none of them is sharp."""
    sigma = edge_sigma(image)
    return sigma is not None and sigma > OUT_OF_FOCUS


def too_dark(image: np.ndarray) -> bool:
    """Whether hardly anything of a picture (h, w, 3) uint8 is light enough to be read."""
    return float(np.percentile(image[::4, ::4].max(axis=2), 99)) < DARK
