"""Runs the cells of the tutorial, and compares the text that they show with the text in the file.

    notebook_test.py [--accept]

--accept writes the text that they show now. Pictures are neither compared nor kept, as they depend on Matplotlib. It
runs the cells itself: a kernel of Jupyter would be a hundred megabytes more.
"""
import ast
import contextlib
import io
import json
import os
import pathlib
import sys

NOTEBOOK = pathlib.Path("Tests/Examples/python/tutorial.ipynb").resolve()


def run(source, number, names):
    """Runs a cell, and returns its outputs without pictures."""
    tree = ast.parse(source)
    last = None
    # A semicolon hides the last value, as in Jupyter.
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        last = ast.Expression(tree.body.pop().value)
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        if last is not None:
            value = eval(compile(last, f"cell {number}", "eval"), names)
    outputs = []
    if text := printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)})
    if value is not None:
        # What a notebook shows must work, too.
        getattr(value, "_repr_html_", lambda: "")()
        outputs.append({
            "data": {"text/plain": repr(value).splitlines(keepends=True)}, "execution_count": number, "metadata": {},
            "output_type": "execute_result",
        })
    return outputs


def main():
    accepts = sys.argv[1:] == ["--accept"]
    notebook = json.loads(NOTEBOOK.read_text())
    os.chdir(NOTEBOOK.parent)
    names, status = {"__name__": "__main__"}, 0
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        outputs = run("".join(cell["source"]), number, names)
        if accepts:
            cell["outputs"], cell["execution_count"] = outputs, number
        elif outputs != cell["outputs"]:
            print(f"cell {number} shows {outputs}\ninstead of {cell['outputs']}", file=sys.stderr)
            status = 1
    if not cells:
        sys.exit("the notebook has no code")
    if accepts:
        NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
