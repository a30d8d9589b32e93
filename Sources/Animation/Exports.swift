// Importing Animation also imports points, instants, curves and springs.
@_exported public import PantographMotion
@_exported public import PantographQuantities
