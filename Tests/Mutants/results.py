"""What is known of mutants: which were killed, and by which test."""
import json
import threading

from workshop import digest


class Results:
    """The result of each mutant, saved to disk while running."""

    def __init__(self, shop, resume):
        self.hashes, self.file, self.lock = shop.hashes, shop.home / "results.json", threading.Lock()
        self.tests = digest(*(
            content for top in ("Tests", "Recordings") for path in sorted((shop.root / top).rglob("*"))
            if path.is_file() and path.suffix in (".swift", ".json", ".csv", ".yml", ".evemu")
            for content in (str(path.relative_to(shop.root)), path.read_bytes())))
        self.found = {}
        if resume and self.file.exists():
            self.found = json.loads(self.file.read_text())

    def key(self, mutant):
        return f"{self.hashes[mutant.site.path]} {mutant.name}"

    def get(self, mutant):
        return self.found.get(self.key(mutant))

    def has_survived(self, mutant):
        found = self.get(mutant)
        return found is not None and found["fate"] == "survived"

    def is_known(self, mutant):
        """Whether its result is final; a survivor may be killed by other tests."""
        found = self.get(mutant)
        return found and (found["fate"] != "survived" or found["tests"] == self.tests)

    def put(self, mutant, fate, how):
        with self.lock:
            self.found[self.key(mutant)] = {"fate": fate, "how": how, "tests": self.tests}

    def keep(self):
        with self.lock:
            text = json.dumps(self.found, indent=0, ensure_ascii=False)
        new = self.file.with_suffix(".new")
        new.write_text(text)
        new.replace(self.file)
