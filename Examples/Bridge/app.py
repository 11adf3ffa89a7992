"""An app that sends its events to a test over a bridge."""

import sys

from bridge import Bridge

bridge = Bridge()
bridge.track("shop", kind="screen")
bridge.track("purchase", {"price": 19.99, "items": 2})
# The app runs until its standard input ends.
sys.stdin.read()
