"""How the documentation becomes a site: ``make docs``. Every page is plain Markdown and reads as
well without it."""

from __future__ import annotations

import flagplot

project = "flagplot"
author = "The flagplot developers"
release = flagplot.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = "flagplot"
exclude_patterns = ["_site"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
add_module_names = False
python_maximum_signature_line_length = 90
autodoc_default_options = {"members": True, "show-inheritance": True}
