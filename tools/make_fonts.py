#!/usr/bin/env python3
"""Make the fonts of the page: the characters it needs, cut from openly licensed originals.

    python -m tools fonts FOLDER

*FOLDER* holds the originals, at any depth; each is recognised by its SHA-256. They come from these
packages:

    fonts-texgyre 20180621 (Debian)                   TeX Gyre Pagella  GUST Font License
    @expo-google-fonts/noto-sans 0.4.2 (npm)          Noto Sans         SIL Open Font License 1.1
    @expo-google-fonts/noto-sans-mono 0.4.2 (npm)     Noto Sans Mono    SIL Open Font License 1.1
    @expo-google-fonts/roboto-condensed 0.4.2 (npm)   Roboto Condensed  SIL Open Font License 1.1

Every face is cut in three: the characters of every page, and two parts with the accented letters of
Europe, fetched when a name has one. A file's name contains the start of its own digest, so browsers
may cache it for ever. Writes the files, ``css/fonts.css``, and the names that the pages preload.
"""

from __future__ import annotations

import hashlib
import io
import sys
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

PAGE = Path(__file__).resolve().parents[1] / "src/flagplot/room/page"


@dataclass(frozen=True)
class Face:
    """One weight of a family: its name on the page, and the SHA-256 of its original."""

    name: str
    family: str
    weight: str
    original: str
    italic: bool = False
    kern: bool = True
    only: str = ""


MONO = "11b5d661e57865bce89d3f103a654cfa4faf9347abebac252e30742be1e657b2"
FACES = (
    Face(
        "serif",
        "Flagplot Serif",
        "400 500",
        "44e64260716d8f2bbe412baa1ee99b7c995190ac4573177c24def0b9200438c7",
    ),
    Face(
        "serif-bold",
        "Flagplot Serif",
        "600 900",
        "dd4f9b69f0b24f1fb9be8634abf1fce2009e5c68a30842a3e9f5d6e535900abd",
    ),
    Face(
        "serif-italic",
        "Flagplot Serif",
        "400 900",
        "069bb27f48eb98a741715227fc6e4b7baf3639c29fc13925f70d1ed8884ac29a",
        True,
    ),
    Face(
        "sans",
        "Flagplot Sans",
        "400 500",
        "fe8c022f48d8dd29f17b744d16f9346f4357e16f7d4f7be58b000ae7c291b614",
    ),
    Face(
        "sans-bold",
        "Flagplot Sans",
        "600 900",
        "e691fe27813ec6ed11d0a5be4c6c1f6739996ed682462eaa3244a6185217dd6c",
    ),
    Face(
        "plate",
        "Flagplot Plate",
        "400 900",
        "de596195f5f17d854dfafda755e17322ad368c4ea727570fa8cc7ad3b3404b32",
        kern=False,
    ),
    Face("mono", "Flagplot Mono", "400 500", MONO, kern=False),
    Face(
        "mono-bold",
        "Flagplot Mono",
        "600 900",
        "ec768167911dc99680a3b8e9792f5a43122a7b1d422c5b581534f2bc5695908f",
        kern=False,
    ),
    Face("arrows", "Flagplot Signs", "400 900", MONO, only="←↑→↓▴▾✶●■▲◆"),
    Face(
        "tick",
        "Flagplot Signs",
        "400 900",
        "dd4f9b69f0b24f1fb9be8634abf1fce2009e5c68a30842a3e9f5d6e535900abd",
        only="✓",
    ),
)
CORE = "".join(map(chr, range(0x20, 0x7F))) + "\u00a0·×½–—‘’“”…‹›−"
"""The characters that every page uses."""
PARTS = {
    "": CORE,
    "-west": "".join(
        c for c in map(chr, [*range(0xA1, 0xAD), *range(0xAE, 0x100)]) if c not in CORE
    )
    + "Œœ€",
    "-east": "".join(c for c in map(chr, range(0x100, 0x180)) if c not in "Œœ"),
}
"""The parts of a face: the characters of every page, the letters of western and northern Europe,
the rest of Latin."""


def spans(codes: list[int]) -> str:
    """Return code points as a ``unicode-range``."""
    out: list[list[int]] = []
    for c in sorted(codes):
        if out and c == out[-1][1] + 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in out)


def cut(original: Path, face: Face, characters: str) -> tuple[bytes, list[int]]:
    """Return the WOFF2 file of *characters* from an original, and the code points that it has."""
    font = TTFont(original, recalcTimestamp=False)
    options = subset.Options()
    options.hinting = False
    options.layout_features = ["kern"] if face.kern else []
    options.name_IDs = [0, 1, 2, 4, 6]
    options.notdef_outline = True
    options.drop_tables += ["FFTM", "DSIG"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(c) for c in characters])
    cutter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4, 6):  # the licence asks for a new name of a changed font
            record.string = face.family.replace(" ", "") if record.nameID == 6 else face.family
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue(), sorted(font.getBestCmap())


def originals(folder: Path) -> dict[str, Path]:
    """Return the originals below *folder* by their digest. Raises ``SystemExit`` naming those that
    are missing."""
    found = {
        hashlib.sha256(p.read_bytes()).hexdigest(): p
        for p in folder.rglob("*")
        if p.suffix in (".otf", ".ttf")
    }
    missing = [f.name for f in FACES if f.original not in found]
    if missing:
        raise SystemExit(f"no original below {folder} for: {', '.join(missing)}")
    return found


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    found = originals(Path(sys.argv[1]))
    folder = PAGE / "fonts"
    for old in folder.glob("*.woff2"):
        old.unlink()
    rules, names = [], {}
    for face in FACES:
        parts = {"": face.only} if face.only else PARTS
        for part, characters in parts.items():
            data, codes = cut(found[face.original], face, characters)
            stem = face.name + part
            names[stem] = f"{stem}.{hashlib.sha256(data).hexdigest()[:8]}.woff2"
            (folder / names[stem]).write_bytes(data)
            style = " font-style: italic;" if face.italic else ""
            rules.append(
                f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight};{style} '
                "font-display: swap; "
                f'src: url("/page/fonts/{names[stem]}") format("woff2"); unicode-range: '
                f"{spans(codes)}; }}"
            )
            print(f"{len(data):7} {names[stem]}")
    head = "/* The page's own faces, made by python -m tools fonts; licences stand beside the files in fonts/. */\n"
    (PAGE / "css/fonts.css").write_text(head + "\n".join(rules) + "\n", "utf-8")
