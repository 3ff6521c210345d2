// Elements. Every text gets into the document as a text.

function byId(name) {
  return document.getElementById(name);
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function drawn(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

// What stands in backticks, as code.
function markedUp(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));
}

// A class as a word, a sign and a colour: as the head of the page has it.
function classMark(name) {
  return document.querySelector(`.classes .${name}`).cloneNode(true);
}
