"""The language of a rule book, declared once. Reading, writing and help while writing follow from the declarations."""

from .gestures import Gesture, Hand, Opening, openings
from .lines import CaseLines, Found, same
from .nouns import Choice, Counted, Either, Every, Flag, Listed, Maybe, Named, Noun, Number, Ordered, Read, Several, Title, Word
from .orders import Completion, Language, Reading, Way
from .scan import Offer, Scan, Span, Thing
from .templates import Slot, part

__all__ = [
    "CaseLines", "Choice", "Completion", "Counted", "Either", "Every", "Flag", "Found", "Gesture", "Hand",
    "Language", "Listed", "Maybe", "Named",
    "Noun", "Number", "Offer", "Opening", "Ordered", "Read", "Reading", "Scan", "Several", "Slot", "Span", "Thing", "Title",
    "Way", "Word", "openings", "part", "same",
]
