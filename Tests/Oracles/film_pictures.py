"""Compares the film strips of two pages of `check`, of a page that has changed and of the same change undone.

    film_pictures.py             exits with 1 if playwright is not installed
    film_pictures.py PAGE PAGE   prints each picture that differs, one line each

What one shows as it was, the other one shows as it is. The first is drawn by moving elements of the changed page, so an
edge may lie a part of a pixel elsewhere.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".build" / "python"))
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sys.exit(1)
if len(sys.argv) == 1:
    sys.exit(0)
# 40 of 255: the loss of the pictures' compression at an edge; and 2 rows: both edges of an element.
LOSS, ROWS = 40, 2
DIFFERENCE = """async ([pictures, loss]) => {
  const pixels = async address => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [one, other] = await Promise.all(pictures.map(pixels));
  if (one.width !== other.width || one.height !== other.height) return Infinity;
  let count = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    count += [0, 1, 2].some(part => Math.abs(one.data[at + part] - other.data[at + part]) > loss);
  }
  return count / one.width;
}"""


def pictures(path):
    return re.findall(r'src="(data:image/webp;base64,[^"]*)"', pathlib.Path(path).read_text())


before, after = pictures(sys.argv[1]), pictures(sys.argv[2])
if not before or len(before) != len(after):
    print(f"{len(before)} pictures and {len(after)}")
    sys.exit(0)
with sync_playwright() as driver:
    page = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"]).new_page()
    for index, picture in enumerate(before):
        rows = page.evaluate(DIFFERENCE, [[picture, after[index ^ 1]], LOSS])
        if rows > ROWS:
            print(f"{'now' if index % 2 else 'before'}, instant {index // 2 + 1}: {rows:.1f} rows of pixels differ")
