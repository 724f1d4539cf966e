// Small things for pages that change in place. Text only ever goes in as text.

export const byId = (id) => document.getElementById(id);

export function setText(element, value) {
  const text = value === null || value === undefined ? "" : String(value);
  if (element.textContent !== text) element.textContent = text;
}

export function show(element, on) {
  if (element.hidden === Boolean(on)) element.hidden = !on;
}

export function make(tag, className = "", text = null) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== null) element.textContent = text;
  return element;
}

export function readJson(id) {
  return JSON.parse(byId(id).textContent);
}

// Keeps one child for each item, in order; children are made once and changed in place, so that a
// finger on a button or a running animation is not disturbed by news.
export function keep(parent, items, keyOf, create, update) {
  const old = new Map();
  for (const child of parent.children) old.set(child.dataset.key, child);
  let at = parent.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    let child = old.get(key);
    if (child) {
      old.delete(key);
    } else {
      child = create(item);
      child.dataset.key = key;
    }
    update(child, item);
    if (child === at) at = at.nextElementSibling;
    else parent.insertBefore(child, at);
  }
  for (const child of old.values()) child.remove();
}

const PIPS = 9;

export function die(value) {
  const face = make("span", "die");
  for (let i = 0; i < PIPS; i += 1) face.append(make("i"));
  setDie(face, value);
  return face;
}

export function setDie(face, value) {
  face.dataset.value = String(value);
  face.setAttribute("role", "img");
  face.setAttribute("aria-label", String(value));
}

export function setDice(parent, values) {
  while (parent.children.length > values.length) parent.lastElementChild.remove();
  values.forEach((value, index) => {
    if (parent.children[index]) setDie(parent.children[index], value);
    else parent.append(die(value));
  });
}

export function setPicture(image, address) {
  if (address && image.getAttribute("src") !== address) image.src = address;
}

// The kept picture of a throw with what was seen of each die under it.
export function showPhoto(shown) {
  show(byId("photo"), shown && shown.picture);
  if (!shown || !shown.picture) return;
  setPicture(byId("photo-img"), shown.picture);
  keep(byId("seen-dice"), shown.seen_dice.map((text, at) => ({ text, at })), (one) => one.at, () => make("li"), (item, one) => setText(item, one.text));
}
