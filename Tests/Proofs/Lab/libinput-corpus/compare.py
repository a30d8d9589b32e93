"""What libinput made of gestures that people made on a laptop's touchpad, which lie in ../shared/corpus."""
import runpy

from lab import HERE

globals().update(runpy.run_path(str(HERE / "libinput/compare.py")))
