"""An app that tracks over the bridge."""

import sys

from bridge import Bridge

bridge = Bridge()
bridge.track("shop", kind="screen")
bridge.track("purchase", {"price": 19.99, "items": 2})
# It runs until its input ends.
sys.stdin.read()
