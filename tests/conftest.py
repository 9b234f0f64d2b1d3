"""For all tests: property tests are judged by what they find, never by how long an example took."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "flagplot", settings(), deadline=None, suppress_health_check=(HealthCheck.too_slow,)
)
settings.load_profile("flagplot")
