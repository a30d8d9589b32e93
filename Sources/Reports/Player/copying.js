// Buttons that copy texts.

/** 2 s: how long a button says what it has done. */
const saidFor = 2000;

/** Writes text to the clipboard; `false` where the browser does not allow that. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Makes a button copy what a function returns; where that is not allowed, another one returns what to say. */
export function connectCopy(button, text, instead) {
  const name = button.textContent;
  button.addEventListener("click", async () => {
    button.textContent = await copied(text()) ? "Copied" : instead();
    setTimeout(() => { button.textContent = name; }, saidFor);
  });
}
