// Interactions and trajectories are part of this module's interface, so one import is enough.
@_exported public import Interactions
@_exported public import Quantities
@_exported public import Trajectories
