"""How the documentation becomes a site: ``make docs``.

The written pages are plain Markdown and read as well without the site. The generated pages are
written here first, so that any build of the site has them.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "src")]

import flagplot  # noqa: E402
import make_docs  # noqa: E402

make_docs.main()

project = "flagplot"
author = "The flagplot developers"
release = flagplot.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = "flagplot"
exclude_patterns = ["_site", "data"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
add_module_names = False
python_maximum_signature_line_length = 90
autodoc_default_options = {"members": True, "show-inheritance": True}
