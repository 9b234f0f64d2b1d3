"""The view of the map when a game opens."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from .conftest import Server
from .test_campaign import seated


def test_the_mediterranean_opens_on_its_own_sea(server: Server, people: Any) -> None:
    """Gibraltar and Alexandria are so far apart that a map with both is half other waters: it opens
    on one's own bases."""
    names = seated(people(), server, "Mediterranean 1941", "Axis").page.locator("svg.board text")
    for port in ("La Spezia", "Naples", "Messina", "Tripoli", "Malta"):
        expect(names.filter(has_text=re.compile(f"^{port}$")).first).to_be_attached()
    expect(names.filter(has_text="Wilhelmshaven")).to_have_count(0)
