"""Builds a copy of the package in which every mutant sleeps, and runs its tests with one of them awake."""
import collections
import contextlib
import hashlib
import json
import os
import pathlib
import re
import resource
import selectors
import shutil
import signal
import subprocess
import sys
import time

import schema

MODULES = ["Motion", "Animation", "Gestures", "Interactions"]
# The targets whose tests are asked, those nearest to the sources first.
TESTS = [f"{module}Tests" for module in MODULES] + ["TrajectoriesTests"]
# What stands for the check of Recordings/ among the tests.
CHECK = "pantograph check Recordings"

MANIFEST = """
package.targets.append(.target(name: "CMutants", path: "Tests/Mutants/CMutants"))
for target in package.targets where %(modules)s.contains(target.name) {
  target.dependencies.append("CMutants")
}
package.targets.removeAll { $0.type == .test && !%(tests)s.contains($0.name) }
package.targets.removeAll { $0.name == "PantographBench" }
package.products = []
"""
ERROR = re.compile(r"^(/\S.*?\.swift):(\d+):(\d+): error: (.*)$", re.MULTILINE)
ISSUE = "✘".encode()
# An endless loop that takes memory is ended by its lack: 8 GB.
MEMORY = 8 << 30


class Failure(Exception):
    """It can't go on, and why."""


def digest(*contents):
    found = hashlib.sha256()
    for content in contents:
        found.update(content if isinstance(content, bytes) else content.encode())
        found.update(b"\0")
    return found.hexdigest()[:16]


def said(sentence):
    print(sentence, file=sys.stderr, flush=True)


class Workshop:
    def __init__(self, root, mutants, sources):
        self.root, self.mutants, self.sources = root, mutants, sources
        self.home = root / ".build" / "mutate"
        self.tree, self.scratch = self.home / "tree", self.home / "build"
        self.unfit_file, self.reach_file = self.home / "unfit.json", self.home / "reach.json"
        self.numbered = schema.numbered_sites(mutants)
        self.hashes = {path: digest(text) for path, text in sources.items()}
        self.unfit = self.known_unfit()

    # The sites that can't sleep: known by their file's content, so that a change of it asks again.

    def known_unfit(self):
        try:
            known = json.loads(self.unfit_file.read_text())
        except (OSError, ValueError):
            return set()
        return {
            site for path, sites in self.numbered.items() for site, _ in sites
            if site.start in known.get(f"{path} {self.hashes[path]}", [])}

    def keep_unfit(self):
        known = collections.defaultdict(list)
        for site in sorted(self.unfit, key=lambda site: (site.path, site.start)):
            known[f"{site.path} {self.hashes[site.path]}"].append(site.start)
        self.unfit_file.write_text(json.dumps(known, indent=1))

    # The copy.

    def write(self, path, content):
        """Writes what has changed only: what is older than its object file is not compiled again."""
        if isinstance(content, str):
            content = content.encode()
        if path.exists() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def copy(self):
        self.home.mkdir(parents=True, exist_ok=True)
        wanted = set()
        for top in ("Sources", "Tests", "Recordings"):
            for file in (self.root / top).rglob("*"):
                if not file.is_file() or "__pycache__" in file.parts:
                    continue
                path = file.relative_to(self.root)
                wanted.add(path)
                if str(path.relative_to(top)) not in self.numbered or top != "Sources":
                    self.write(self.tree / path, file.read_bytes())
        wanted.update(pathlib.Path("Sources", module, "Mutants.swift") for module in MODULES)
        for top in ("Sources", "Tests", "Recordings"):
            for file in (self.tree / top).rglob("*"):
                if file.is_file() and file.relative_to(self.tree) not in wanted:
                    file.unlink()
        for file in self.root.iterdir():
            if file.is_file() and file.name != "Package.swift":
                self.write(self.tree / file.name, file.read_bytes())
        shared = self.home / "shared"
        if not shared.is_symlink():
            shared.symlink_to((self.root / ".." / "shared").resolve())
        manifest = (self.root / "Package.swift").read_text()
        manifest = manifest.replace("  .treatAllWarnings(as: .error),\n", "")
        manifest = manifest.replace("  .strictMemorySafety(),\n", "")
        names = {"modules": json.dumps([f"Pantograph{module}" for module in MODULES]), "tests": json.dumps(TESTS)}
        self.write(self.tree / "Package.swift", manifest + MANIFEST % names)

    def write_module(self, module):
        """Writes a module with all its mutants asleep."""
        texts = {
            path: schema.Text(self.sources[path], sites, self.unfit)
            for path, sites in self.numbered.items() if path.startswith(f"{module}/")}
        for path, text in texts.items():
            self.write(self.tree / "Sources" / path, text.text)
        declared, owners = schema.declarations_text(texts.values())
        self.write(self.tree / "Sources" / module / "Mutants.swift", declared)
        return texts, owners

    # The build.

    def swift_build(self, *arguments):
        done = subprocess.run(
            ["swift", "build", "--package-path", self.tree, "--scratch-path", self.scratch,
             "-c", "release", "-Xswiftc", "-suppress-warnings", "-Xswiftc", "-gnone",
             "-Xswiftc", "-use-ld=lld", *arguments],
            capture_output=True, text=True)
        return done.returncode == 0, done.stdout + done.stderr

    def build(self):
        """Builds everything; what does not compile asleep is left out and remembered."""
        self.copy()
        for module in MODULES:
            for attempt in range(25):
                texts, owners = self.write_module(module)
                done, output = self.swift_build("--target", f"Pantograph{module}")
                if done:
                    break
                blamed = self.blamed(module, texts, owners, output)
                if not blamed:
                    raise Failure(f"{module} does not build:\n{output[-4000:]}")
                self.unfit |= blamed
                self.keep_unfit()
                said(f"{module}: {len(blamed)} places do not compile with their mutants asleep")
            else:
                raise Failure(f"{module} does not build with any set of mutants")
        self.keep_unfit()
        done, output = self.swift_build("--build-tests")
        if not done:
            raise Failure(f"the tests do not build:\n{output[-4000:]}")

    @contextlib.contextmanager
    def only(self, mutant):
        """Builds with a mutant that is always awake, and tells whether that compiles."""
        site = mutant.site
        text = schema.Text(
            self.sources[site.path], self.numbered[site.path], self.unfit, {site: mutant.other})
        self.write(self.tree / "Sources" / site.path, text.text)
        try:
            done, _ = self.swift_build("--target", f"Pantograph{site.module}")
            yield done and self.swift_build("--build-tests")[0]
        finally:
            self.write_module(site.module)

    def blamed(self, module, texts, owners, output):
        errors = set(ERROR.findall(output))
        # An operator that does not know its operands is itself to blame; what else is wrong may follow from it.
        certain = {error for error in errors if "requires that" in error[3]}
        found = set()
        for file, line, column, message in certain or errors:
            path = os.path.relpath(file, self.tree / "Sources")
            if path == f"{module}/Mutants.swift":
                found.add(owners[int(line) - 1])
            elif path in texts:
                found.update(texts[path].blamed(int(line), int(column), message))
        return found - {None}

    # The tests.

    @property
    def products(self):
        return self.scratch / "release"

    def command(self, tests):
        if tests == [CHECK]:
            # The name of the target, which is built with the tests, and not of the product.
            return [self.products / "PantographProgram", "check", "--jobs", "1", "Recordings"]
        filters = [word for test in tests for word in ("--filter", filter_of(test))]
        return [self.products / "pantographPackageTests.xctest", "--testing-library",
                "swift-testing", *filters]

    def run(self, tests, mutant=0, reached=None, limit=600.0):
        """Runs tests until one fails; tells how it ended, what was said last, and the seconds it took."""
        environment = dict(
            os.environ, MUTANT=str(mutant), SWIFT_BACKTRACE="enable=no", NO_COLOR="1",
            PANTOGRAPH_TESTS="all")
        if reached:
            environment["MUTANTS_REACHED"] = str(reached)
        start = time.monotonic()
        child = subprocess.Popen(
            self.command(tests), cwd=self.tree, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
        output, outcome = b"", None
        with selectors.DefaultSelector() as selector:
            selector.register(child.stdout, selectors.EVENT_READ)
            while outcome is None:
                if not selector.select(max(0, start + limit - time.monotonic())):
                    outcome = "hangs"
                    break
                piece = os.read(child.stdout.fileno(), 1 << 16)
                if not piece:
                    break
                output += piece
                place = output.find(ISSUE)
                if place >= 0 and b"\n" in output[place:]:
                    outcome = "fails"
        if outcome:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        child.stdout.close()
        status = child.wait()
        if outcome is None:
            outcome = "passes" if status == 0 else "traps" if status < 0 else "fails"
        return outcome, output.decode(errors="replace"), time.monotonic() - start

    def tests(self):
        """The names of all tests."""
        done = subprocess.run(
            [self.products / "pantographPackageTests.xctest", "--testing-library",
             "swift-testing", "--list-tests"],
            cwd=self.tree, capture_output=True, text=True)
        names = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        return [name for name in names if name.split(".")[0] in TESTS]

    @property
    def fingerprint(self):
        """What the programs were built of."""
        contents = []
        for top in ("Sources", "Tests", "Recordings"):
            for file in sorted((self.tree / top).rglob("*")):
                if file.is_file() and file.suffix != ".py" and file.name != "survivors.txt":
                    contents += [str(file.relative_to(self.tree)), file.read_bytes()]
        return digest(*contents)

    def reach(self, pool):
        """Runs each test by itself: which mutants it comes past, and how long it takes."""
        fingerprint = self.fingerprint
        try:
            kept = json.loads(self.reach_file.read_text())
            if kept["of"] == fingerprint:
                return {name: Reach(*kept["tests"][name]) for name in kept["tests"]}
        except (OSError, ValueError, KeyError):
            pass
        names = self.tests() + [CHECK]
        said(f"what {len(names)} tests come past")
        marks = self.home / "marks"
        shutil.rmtree(marks, ignore_errors=True)
        marks.mkdir()
        size = len(self.mutants) + 2

        def one(numbered):
            number, name = numbered
            file = marks / str(number)
            file.write_bytes(bytes(size))
            outcome, output, seconds = self.run([name], reached=file)
            if outcome != "passes":
                raise Failure(f"{name} {outcome} without any mutant:\n{output[-2000:]}")
            content = file.read_bytes()
            file.unlink()
            return name, Reach([place for place, byte in enumerate(content) if byte], seconds)

        found = dict(pool.map(one, enumerate(names)))
        kept = {name: [reach.mutants, round(reach.seconds, 3)] for name, reach in found.items()}
        self.reach_file.write_text(json.dumps({"of": fingerprint, "tests": kept}))
        return found


Reach = collections.namedtuple("Reach", "mutants seconds")


def filter_of(name):
    """The expression that only this test, or all of a target, matches."""
    return "^" + re.sub(r"([\\.^$|?*+()\[\]{}])", r"\\\1", name)
