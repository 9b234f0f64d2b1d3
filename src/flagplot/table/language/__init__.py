"""The language of a rule book, declared once. Reading, writing and help while writing follow from the declarations."""

from .case_lines import CaseLines, Found, same
from .clicks import Gesture, Hand, Opening, openings
from .compound_nouns import Choice, Counted, Either, Every, Flag, Listed, Maybe, Ordered
from .nouns import Named, Noun, Number, Read, Several, Title, Word
from .orders import Completion, Language, Reading, Way
from .scan import Offer, Scan, Span, Thing
from .template_syntax import Slot
from .templates import part

__all__ = [
    "CaseLines", "Choice", "Completion", "Counted", "Either", "Every", "Flag", "Found", "Gesture", "Hand",
    "Language", "Listed", "Maybe", "Named",
    "Noun", "Number", "Offer", "Opening", "Ordered", "Read", "Reading", "Scan", "Several", "Slot", "Span", "Thing", "Title",
    "Way", "Word", "openings", "part", "same",
]
