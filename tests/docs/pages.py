"""Each link in the pages of the built book leads to a page or a file in it, and to an anchor of that page."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(path.read_text())

    def handle_starttag(self, _, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def main(folder):
    pages = {path: Page(path) for path in folder.rglob("*.html")}
    faults, count = [], 0
    for path, page in pages.items():
        # Pages of examples are copied as they are.
        if path.name in ("print.html", "404.html", "toc.html") or "examples" in path.parts:
            continue
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or link.startswith("//"):
                continue
            count += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir() and (target / "index.html").exists():
                target /= "index.html"
            if not target.exists():
                faults.append(f"{path.relative_to(folder)}: there is no {link}")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                faults.append(f"{path.relative_to(folder)}: {link} has no such anchor")
    assert count and not faults, "\n".join(sorted(set(faults))[:40])
    print(f"{count} links in {len(pages)} pages of the book lead somewhere")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
