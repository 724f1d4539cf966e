// The lights of the pads as the boards set them: two a seat, for on the left, against on the right.

let latest = [];

function paint(light, colour) {
  const strongest = Math.max(...colour, 1);
  // A lamp at a tenth of its power is bright in a room and black on a screen: brightness is lifted.
  const level = strongest <= 1 ? 0 : Math.min(1, 0.35 + strongest / 110);
  const [red, green, blue] = colour.map((part) => Math.round((part / strongest) * 255));
  light.style.backgroundColor = level === 0 ? "" : `rgba(${red}, ${green}, ${blue}, ${level})`;
  light.style.boxShadow = level === 0 ? "" : `0 0 ${0.7 * level}rem rgba(${red}, ${green}, ${blue}, ${level})`;
}

// pads: [{player, lights: [[r, g, b], [r, g, b]], connected}], or nothing to draw the latest again.
export function drawPads(pads) {
  if (pads) latest = pads;
  const byPlayer = new Map(latest.map((pad) => [pad.player, pad]));
  for (const lights of document.querySelectorAll(".lights")) {
    const pad = byPlayer.get(lights.dataset.player);
    if (!pad) { lights.replaceChildren(); continue; }
    while (lights.children.length < 2) lights.append(document.createElement("i"));
    lights.classList.toggle("away", pad.connected === false);
    pad.lights.slice(0, 2).forEach((colour, side) => paint(lights.children[side], colour));
  }
}
