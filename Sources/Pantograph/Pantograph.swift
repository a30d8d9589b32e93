// All that a client needs, with one import.
@_exported public import PantographAnimation
@_exported public import PantographBase
@_exported public import PantographGestures
@_exported public import PantographInteractions
@_exported public import PantographMotion
@_exported public import PantographTouches
@_exported public import PantographTraces
@_exported public import PantographTrajectories
