// Interactions and trajectories are part of this module's interface, so one import is enough.
@_exported public import PantographInteractions
@_exported public import PantographQuantities
@_exported public import PantographTrajectories
