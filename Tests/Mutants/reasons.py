"""Reads why survivors survive, and who killed the others."""
import re


class Mistake(Exception):
    """What is wrong with the list."""


def read(path, mutants, skips=False):
    """The reasons by the lasting names of mutants; names of mutants that are no more are a mistake, or skipped.

    Names stand at the beginning of lines, the reason for those above it is indented.
    """
    known = {mutant.lasting_name for mutant in mutants}
    found, waiting, reason = {}, [], []

    def close():
        if waiting and not reason:
            raise Mistake(f"{path}: {waiting[0]}: without a reason")
        found.update({name: " ".join(reason) for name in waiting})
        waiting.clear()
        reason.clear()

    for number, line in enumerate(path.read_text().splitlines() if path.exists() else [], 1):
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith(" "):
            reason.append(line.strip())
            continue
        if reason:
            close()
        if line not in known and not skips:
            raise Mistake(f"{path}:{number}: there is no such mutant; tools/mutate --list has all")
        waiting.append(line)
    close()
    return found


def kind(reason):
    """What a survivor counts as: one that changes nothing, one that does, or one of which nothing is known."""
    if reason is None:
        return "unlisted"
    return "untested" if reason.startswith("Not tested") else "listed"


def stale(listed, mutants, results):
    """What is listed and was killed after all."""
    for mutant in mutants:
        found = results.get(mutant)
        if mutant.lasting_name in listed and found and found["fate"] == "killed":
            yield mutant.lasting_name


NOTICED = re.compile(r'✘ Test (?:"([^"]*)"|(\S+)).*recorded an issue')


def who_noticed(output, tests):
    """The test that failed first; of several that trapped, nobody knows which."""
    if len(tests) == 1:
        return tests[0]
    found = NOTICED.search(output)
    if not found:
        return "one of the tests"
    name = found.group(1) or found.group(2)
    for test in tests:
        if name in test:
            return test
    return name
