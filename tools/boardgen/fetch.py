"""Natural Earth coastlines: world-atlas 2.0.2 from npm, checked by its digest."""

from __future__ import annotations

import hashlib
import subprocess
import tarfile
from pathlib import Path

PACKAGE = "world-atlas@2.0.2"
TARBALL = "world-atlas-2.0.2.tgz"
SHA256 = "032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97"


def world_atlas(folder: Path) -> Path:
    """The folder with ``land-10m.json`` and its kin, fetched on first use; raises SystemExit when it is not the
    package this tool was written for."""
    out = folder / "world-atlas"
    if (out / "land-10m.json").exists():
        return out
    folder.mkdir(parents=True, exist_ok=True)
    tarball = folder / TARBALL
    if not tarball.exists():
        try:
            subprocess.run(["npm", "pack", PACKAGE], cwd=folder, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as err:
            raise SystemExit(f"`npm pack {PACKAGE}` failed: {err}; npm and a package registry are needed") from err
    digest = hashlib.sha256(tarball.read_bytes()).hexdigest()
    if digest != SHA256:
        raise SystemExit(f"{tarball} has the digest {digest}, not {SHA256}; remove it and try again")
    with tarfile.open(tarball) as tar:
        tar.extractall(folder / "unpacked", filter="data")
    (folder / "unpacked" / "package").rename(out)
    return out
