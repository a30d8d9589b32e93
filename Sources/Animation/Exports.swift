// Whoever animates names points, curves and instants: importing this module is enough for that.
@_exported public import Motion
@_exported public import Quantities
