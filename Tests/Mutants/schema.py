"""Writes all mutants of a module into one text of it, each switched on by its number when the program runs.

An operator becomes one of its own, of the same precedence; a number becomes a call that chooses between it and
what it may be instead. What does not compile so is left as it was.
"""
import collections

HEAD = """\
import CMutants

@usableFromInline @inline(__always)
func mutatedReal(_ number: Int32, _ usual: Double, _ first: Double, _ second: Double) -> Double {
  mutant_is_active(number) ? first : mutant_is_active(number + 1) ? second : usual
}

@usableFromInline @inline(__always)
func mutatedWhole<T>(_ number: Int32, _ usual: T, _ first: T, _ second: T) -> T {
  mutant_is_active(number) ? first : mutant_is_active(number + 1) ? second : usual
}

@usableFromInline @inline(__always)
func mutatedTruth(_ number: Int32, _ usual: Bool) -> Bool { mutant_is_active(number) != usual }

@usableFromInline @inline(__always)
func mutatedMin<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> T {
  mutant_is_active(number) ? max(a, b) : min(a, b)
}

@usableFromInline @inline(__always)
func mutatedMin<T: Comparable>(_ number: Int32, _ a: T, _ b: T, _ c: T) -> T {
  mutant_is_active(number) ? max(a, b, c) : min(a, b, c)
}

@usableFromInline @inline(__always)
func mutatedMax<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> T {
  mutant_is_active(number) ? min(a, b) : max(a, b)
}

@usableFromInline @inline(__always)
func mutatedMax<T: Comparable>(_ number: Int32, _ a: T, _ b: T, _ c: T) -> T {
  mutant_is_active(number) ? min(a, b, c) : max(a, b, c)
}
"""

PRECEDENCE = {
    "<": "Comparison", "<=": "Comparison", ">": "Comparison", ">=": "Comparison",
    "==": "Comparison", "!=": "Comparison", "+": "Addition", "-": "Addition",
    "*": "Multiplication", "/": "Multiplication", "&&": "LogicalConjunction",
    "||": "LogicalDisjunction", "..<": "RangeFormation", "...": "RangeFormation"}

# Modules that know vectors, and those that can subtract them.
WITH_VECTORS, WITH_DIFFERENCES = {"Animation", "Gestures", "Interactions"}, {"Gestures"}
# Modules whose values change by SIMD vectors.
WITH_CHANGES = {"Animation"}


def operator_name(operator, number):
    """The operator with two characters behind it that are no other's."""
    return operator + chr(0x2200 + number // 256) + chr(0x2300 + number % 256)


def functions(name, operator, other, number, module):
    """The declarations of an operator that is another one while its mutant is on."""
    test = f"mutant_is_active({number})"
    plain = f"{test} ? a {other} b : a {operator} b"
    floating = "where T.Scalar: FloatingPoint "

    def function(generics, parameters, result, body, constraint="", effects=""):
        return (
            f"@usableFromInline @inline(__always) func {name} {generics}({parameters}) "
            f"{effects}-> {result} {constraint}{{ {body} }}")

    if operator in ("<", "<=", ">", ">="):
        return [
            function("<T: Comparable>", "a: T, b: T", "Bool", plain),
            function("<T: Comparable, U: Comparable>", "a: (T, U), b: (T, U)", "Bool", plain)]
    if operator in ("==", "!="):
        return [
            function("<T: Equatable>", "a: T, b: T", "Bool", plain),
            function("<T>", "a: T?, b: _OptionalNilComparisonType", "Bool", plain)]
    if operator in ("+", "-"):
        found = [function("<T: AdditiveArithmetic>", "a: T, b: T", "T", plain)]
        if module in WITH_DIFFERENCES:
            found.append(function("", "a: Vector, b: Vector", "Vector", plain))
        if module in WITH_CHANGES:
            found.append(function("<T: SIMD>", "a: T, b: T", "T", plain, floating))
        return found
    if operator in ("*", "/"):
        found = [
            function("<T: FloatingPoint>", "a: T, b: T", "T", plain),
            function("<T: BinaryInteger>", "a: T, b: T", "T", plain)]
        if module in WITH_VECTORS:
            found.append(function("", "a: Vector, b: Double", "Vector", plain))
        if module in WITH_CHANGES:
            found += [
                function("<T: SIMD>", parameters, "T", plain, floating)
                for parameters in ("a: T, b: T", "a: T, b: T.Scalar", "a: T.Scalar, b: T")]
        return found
    if operator in ("+=", "-=", "*=", "/="):
        body = f"if {test} {{ a = a {other[0]} b }} else {{ a = a {operator[0]} b }}"
        if operator in ("*=", "/="):
            kinds = [("<T: FloatingPoint>", "T"), ("<T: BinaryInteger>", "T")]
        else:
            kinds = [("<T: AdditiveArithmetic>", "T")]
            if module in WITH_DIFFERENCES:
                kinds.append(("", "Vector"))
        found = [
            function(generics, f"a: inout {kind}, b: {kind}", "Void", body)
            for generics, kind in kinds]
        if module in WITH_CHANGES:
            found.append(function("<T: SIMD>", "a: inout T, b: T", "Void", body, floating))
        return found
    if operator in ("&&", "||"):
        body = f"{test} ? (try a {other} b()) : (try a {operator} b())"
        return [function("", "a: Bool, b: @autoclosure () throws -> Bool", "Bool", body, effects="rethrows ")]
    if operator in ("..<", "..."):
        result = "Range" if operator == "..<" else "ClosedRange"
        step, neighbour = ("+ 1", "nextUp") if operator == "..<" else ("- 1", "nextDown")
        return [
            function(
                "<T: FixedWidthInteger>", "a: T, b: T", f"{result}<T>",
                f"{test} ? a {operator} (b {step}) : a {operator} b"),
            function(
                "<T: FloatingPoint>", "a: T, b: T", f"{result}<T>",
                f"{test} ? a {operator} b.{neighbour} : a {operator} b")]
    raise ValueError(operator)


def prefix_functions(name, operator, number):
    test = f"mutant_is_active({number})"
    head = f"@usableFromInline @inline(__always) prefix func {name} "
    if operator == "!":
        return [f"{head}(a: Bool) -> Bool {{ {test} == a }}"]
    return [f"{head}<T: SignedNumeric>(a: T) -> T {{ {test} ? a : -a }}"]


def rewritten(site, number):
    """What stands in a site's place, and the declarations that it needs."""
    kind, text = site.kind, site.text
    if kind == "literal":
        call = "mutatedReal" if "." in text or ("e" in text and "x" not in text) else "mutatedWhole"
        return f"{call}({number}, {text}, {', '.join(site.others)})", []
    if kind == "boolean":
        return f"mutatedTruth({number}, {text})", []
    if kind == "extreme":
        return {"min": "mutatedMin", "max": "mutatedMax"}[text], []
    name = operator_name(text, number)
    if kind in ("sign", "negation"):
        return name, [f"prefix operator {name}"] + prefix_functions(name, text, number)
    group = "Assignment" if text.endswith("=") and kind == "arithmetic" else PRECEDENCE[text]
    return name, (
        [f"infix operator {name}: {group}Precedence"]
        + functions(name, text, site.others[0], number, site.module))


class Text:
    """A file with its mutants in it, and where in it they are."""

    def __init__(self, source, numbered, unfit, instead=None):
        """Makes it from the source, pairs of site and first number, and the sites to leave as they are.

        `instead` says of a site what stands there for good.
        """
        self.declarations = []  # lines, each with the site that it is for
        self.spans = []  # of the rewritten text: start, end, site
        self.sites = [site for site, _ in numbered]
        pieces, place, length = [], 0, 0
        for site, number in numbered:
            if instead and site in instead:
                pieces += [source[place:site.start], instead[site]]
                length += site.start - place + len(instead[site])
                place = site.end
                continue
            if site in unfit:
                continue
            new, declarations = rewritten(site, number)
            end = site.end
            if site.kind == "extreme":
                # The number is the first argument.
                end = source.index("(", site.end) + 1
                new = f"{new}({number}, "
            pieces += [source[place:site.start], new]
            length += site.start - place
            self.spans.append((length, length + len(new), site))
            length += len(new)
            place = end
            self.declarations += [(line, site) for line in declarations]
        pieces.append(source[place:])
        self.text = "".join(pieces)
        self.lines = [0]
        for line in self.text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)

    def blamed(self, line, column, message):
        """The sites that an error at a place of the rewritten text is about."""
        start, end = self.lines[line - 1], self.lines[line]
        content = self.text[start:end]
        # Columns count bytes.
        place = start + len(content.encode()[:column - 1].decode(errors="ignore"))
        if "reasonable time" not in message:
            exact = [site for low, high, site in self.spans if low <= place < high]
            if exact:
                return exact
        here = [site for low, high, site in self.spans if low < end and high > start]
        if here:
            return here
        # The expression that begins here has its sites further down, or further up.
        later = [site for low, _, site in self.spans if low >= end]
        near = later[:1] or [site for _, _, site in self.spans[-1:]]
        return [site for _, _, site in self.spans if near and site.line == near[0].line]


def declarations_text(texts):
    """The file of a module that declares its operators, and whose site each line is."""
    lines = HEAD.split("\n")
    owners = [None] * len(lines)
    if any("Vector" in line for text in texts for line, _ in text.declarations):
        lines.insert(1, "public import PantographBase")
        owners.append(None)
    for text in texts:
        for line, site in text.declarations:
            lines.append(line)
            owners.append(site)
    return "\n".join(lines) + "\n", owners


def numbered_sites(mutants):
    """Each file's sites with the number of their first mutant."""
    files = collections.defaultdict(list)
    for mutant in mutants:
        of_file = files[mutant.site.path]
        if not of_file or of_file[-1][0] != mutant.site:
            of_file.append((mutant.site, mutant.number))
    return files
