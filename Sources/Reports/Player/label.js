// The keys of a page that asks for labels: each presses its button, or follows its link.

const answers = document.getElementById("answers");
const hasKeys = answers.querySelector("[name=keys]");
const named = answers.querySelector("input[name=word]");
// A second answer would be about the same gesture.
let isSent = false;

/** Returns the key of an event as the page names it; Ctrl-Z and its opposite are undo and redo. */
function keyOf(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return null;
  if (!event.ctrlKey && !event.metaKey) return hasKeys.checked ? key : null;
  return key === "y" || key === "z" && event.shiftKey ? "r" : key === "z" ? "u" : null;
}

document.addEventListener("keydown", event => {
  const isTyping = event.target.matches("select, input:not([type=checkbox], [type=range])");
  if (isTyping) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const key = keyOf(event);
  if (key === " " && event.target === document.body) document.querySelector(".play")?.click();
  else if (key === "g") named?.focus();
  else {
    const pressed = document.querySelector(`[data-key="${CSS.escape(key ?? "")}"]`);
    if (pressed === null) return;
    if (!isSent && !event.repeat) pressed.click();
  }
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("submit", event => {
  if (isSent) event.preventDefault();
  isSent = true;
});
// A page that is kept for the button Back shows what has changed since.
addEventListener("pageshow", event => { if (event.persisted) location.reload(); });

hasKeys.checked = sessionStorage.getItem("keys") !== "off";
hasKeys.addEventListener("change", () => sessionStorage.setItem("keys", hasKeys.checked ? "on" : "off"));
hasKeys.closest("label").hidden = false;
