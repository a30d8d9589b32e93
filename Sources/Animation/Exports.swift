// Importing Animation also imports points, instants, curves and springs.
@_exported public import Motion
@_exported public import Quantities
