// Whoever asks what becomes of a gesture names interactions and trajectories: importing this module is
// enough for that.
@_exported public import Interactions
@_exported public import Quantities
@_exported public import Trajectories
