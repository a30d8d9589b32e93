"""What libinput made of gestures that people made on a laptop's touchpad, which lie in ../shared/corpus."""
from lab import module

libinput = module("libinput")
table, PACKAGES = libinput.table, libinput.PACKAGES
