// Notes on instants, which travel with the page: it can be saved with them.

import { plotted, shape } from "./svg.js";
import { textOf } from "./numbers.js";

// The page as it came, before its scripts change it. Those that follow this one are not in it yet.
const script = document.currentScript, source = document.documentElement.outerHTML;
const noteData = document.getElementById("notes-data");

/** Returns the page as it came, with other notes in it. */
function pageWith(notes) {
  let rest = "";
  for (let node = script.nextSibling; node; node = node.nextSibling) rest += node.outerHTML ?? "\n";
  const json = JSON.stringify(notes).replace(/[<>&]/g, letter => `\\u${letter.codePointAt(0).toString(16).padStart(4, "0")}`);
  const end = source.lastIndexOf("<\/body>");
  const text = "<!DOCTYPE html>\n" + source.slice(0, end) + rest + source.slice(end) + "\n";
  return text.replace(new RegExp(`( id="${noteData.id}"[^>]*>)[^<]*`), (_, head) => head + json);
}

/** Lists the notes of a page, takes new ones at the instant that is shown, and flags them on the plots. */
export function connectNotes(section, svgs, view, instant) {
  const form = section.querySelector("form"), words = form.querySelector("input"), list = section.querySelector("ul");
  const save = form.querySelector("[name=save]"), at = form.querySelector("output");
  const notes = JSON.parse(noteData.textContent);
  const flags = svgs.map(svg => {
    const group = shape("g", { class: "flags" });
    svg.querySelector(".cursor").before(group);
    return group;
  });
  const saveWords = save.textContent;
  /** The notes as the file has them. */
  let saved = JSON.stringify(notes);
  const isSaved = () => JSON.stringify(notes) === saved;

  function draw() {
    svgs.forEach((svg, index) => flags[index].replaceChildren(...notes.filter(({ t }) => view.from <= t && t <= view.to)
      .map(({ t, text }) => {
        const x = plotted(view.x(t)), { ground, base } = svg.dataset;
        const flag = shape("path", { class: "flag", d: `M${x} ${base}V${ground}h9l-3 3.5 3 3.5h-9` });
        flag.dataset.time = t;
        flag.append(shape("title", {}, text));
        return flag;
      })));
  }

  function show() {
    list.replaceChildren(...notes.map((note, index) => {
      const [item, link, button] = ["li", "a", "button"].map(name => document.createElement(name));
      link.href = `#t=${(note.t / 1e6).toFixed(6)}`;
      link.textContent = `${textOf(note.t / 1e6, 3)} s`;
      button.type = "button";
      button.textContent = "Remove";
      button.addEventListener("click", () => change(() => notes.splice(index, 1)));
      item.append(link, ` ${note.text} `, button);
      return item;
    }));
    save.disabled = isSaved();
    if (!save.disabled) save.textContent = saveWords;
    draw();
  }

  function fileName() {
    const name = location.pathname.split("/").pop() || "page.html";
    try {
      return decodeURIComponent(name);
    } catch {
      return name; // Not in UTF-8.
    }
  }

  function change(edit) {
    edit();
    notes.sort((a, b) => a.t - b.t);
    show();
  }

  form.addEventListener("submit", event => {
    event.preventDefault();
    const text = words.value.trim();
    if (text === "") return;
    change(() => notes.push({ t: instant.now, text }));
    words.value = "";
  });
  const showTime = () => { at.textContent = `${textOf(instant.now / 1e6, 3)} s`; };
  new MutationObserver(showTime).observe(document.getElementById("replay"), { attributeFilter: ["data-time"] });
  save.addEventListener("click", () => {
    const link = document.createElement("a"), address = URL.createObjectURL(new Blob([pageWith(notes)], { type: "text/html" }));
    const name = fileName();
    Object.assign(link, { href: address, download: name });
    link.click();
    save.textContent = `Saved as ${name}`;
    URL.revokeObjectURL(address);
    saved = JSON.stringify(notes);
    save.disabled = isSaved();
  });
  // Notes that are in no file would be lost.
  addEventListener("beforeunload", event => { if (!isSaved()) event.preventDefault(); });
  view.onChange(draw);
  section.hidden = false;
  showTime();
  show();
}
