"""The live page in a notebook: an iframe, and a server on this machine for its files."""

from __future__ import annotations

import functools
import http.server
import os
import threading
from html import escape
from pathlib import Path
from urllib.parse import urlencode


class _Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm"}

    def log_message(self, *_: object) -> None:
        pass


@functools.lru_cache(maxsize=None)
def _serve(folder: str) -> str:
    """The address at which a folder is served until the program ends, to this machine alone."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


class Page:
    """The live figure of a scene, as the last line of a notebook's cell.

    scene: a built-in one; method: an id; controls: names of settings, and `time`, `plots`, `method`
    (docs/page.md). folder: of the page's files, made by scripts/build-page; unless given, the one in
    the package or in the variable IKLAB_PAGE. Raises FileNotFoundError if there is none.
    """

    def __init__(self, scene: str = "y", method: str = "dls", controls: str = "method,lambda,time", *,
                 height: int = 480, folder: str | os.PathLike[str] | None = None):
        where = Path(folder or os.environ.get("IKLAB_PAGE") or Path(__file__).parent / "page")
        if not (where / "index.html").is_file():
            raise FileNotFoundError(f"{where}: there is no index.html of the page; scripts/build-page makes it")
        query = urlencode({"embed": controls, "scene": scene, "method": method}, safe=",")
        self.address = f"{_serve(str(where.resolve()))}?{query}"
        self.height = height

    def _repr_html_(self) -> str:
        return (f'<iframe src="{escape(self.address)}" width="100%" height="{self.height}" style="border: 0" '
                'loading="lazy"></iframe>')
