"""The language of a rule book, declared once. Parsing, writing and completion follow from the
declarations."""

from .case_lines import CaseLines, Found, comparison
from .clicks import Click, ClickEditor, OpenSlot, open_slots
from .compound_nouns import (
    Choice,
    Flag,
    LenientUnion,
    ListNoun,
    OptionalNoun,
    PartNoun,
    QuantifiedNoun,
    UnionNoun,
)
from .nouns import MultiValue, NamedNoun, Noun, Number, Read, Title, Word
from .orders import Completion, Language, OrderWording, PartialParse
from .scan import Scan, Span, Suggestion, Thing
from .template_syntax import Slot
from .templates import part

__all__ = [
    "CaseLines",
    "Choice",
    "Click",
    "ClickEditor",
    "Completion",
    "Flag",
    "Found",
    "Language",
    "LenientUnion",
    "ListNoun",
    "MultiValue",
    "NamedNoun",
    "Noun",
    "Number",
    "OpenSlot",
    "OptionalNoun",
    "OrderWording",
    "PartNoun",
    "PartialParse",
    "QuantifiedNoun",
    "Read",
    "Scan",
    "Slot",
    "Span",
    "Suggestion",
    "Thing",
    "Title",
    "UnionNoun",
    "Word",
    "comparison",
    "open_slots",
    "part",
]
