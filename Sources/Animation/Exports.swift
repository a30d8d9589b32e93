// Importing Animation also imports points, instants, curves and springs.
@_exported public import PantographBase
@_exported public import PantographMotion
