"""The browsers that the tests of the page and the pictures use: where they are, and how they are brought."""

from __future__ import annotations

import os
import shutil
import subprocess

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FIREFOX = ("firefox-esr", "firefox")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]


def chromium() -> str | None:
    """The path of Chromium, or of its twin; None where there is none. WITCHBOARD_CHROMIUM names another."""
    return os.environ.get("WITCHBOARD_CHROMIUM") or _found(CHROMIUM)


def firefox() -> str | None:
    """The path of Firefox, or None."""
    return os.environ.get("WITCHBOARD_FIREFOX") or _found(FIREFOX)


def remedy(package: str = "chromium") -> str:
    """The command that brings a browser, for this system."""
    for manager, command in (("apt-get", "apt install"), ("dnf", "dnf install"), ("pacman", "pacman -S")):
        if shutil.which(manager):
            return f"{command} {package}"
    if shutil.which("brew"):
        return f"brew install --cask {package}"
    return f"install {package} with your system's packages"


def bring(package: str = "chromium") -> str:
    """Install a browser by apt where we may; "" if that worked, else what is in the way."""
    if not shutil.which("apt-get"):
        return "there is no apt-get here"
    if os.geteuid() != 0:
        return "only root may install it"
    command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", package]
    surroundings = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    said = ""
    for before in ([], ["apt-get", "update", "-q"]):
        if before:
            subprocess.run(before, capture_output=True, env=surroundings, timeout=300, check=False)
        done = subprocess.run(command, capture_output=True, text=True, env=surroundings, timeout=900, check=False)
        if done.returncode == 0:
            return ""
        said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
    return f"apt-get failed: {said}"


def _found(names: tuple[str, ...]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)
