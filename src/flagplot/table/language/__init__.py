"""The language of a rule book, declared once. Reading, writing and help while writing follow from the declarations."""

from .nouns import Choice, Counted, Either, Every, Flag, Listed, Named, Noun, Read, Several
from .orders import Completion, Language, Reading, Way
from .scan import Offer, Scan, Span, Thing
from .templates import Slot, part

__all__ = [
    "Choice", "Completion", "Counted", "Either", "Every", "Flag", "Language", "Listed", "Named", "Noun", "Offer", "Read",
    "Reading", "Scan", "Several", "Slot", "Span", "Thing", "Way", "part",
]
