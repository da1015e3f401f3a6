"""Links between documents lead to files and headings, from README to every page, and the book has them all."""

import posixpath
import re

from blocks import ROOT, documents

TOP = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "examples/clients/README.md"]
TOP += ["clients/npm/README.md", "clients/rust/README.md", "adopt/README.md", "database/README.md", "engine/README.md"]


def prose(name):
    return re.sub(r"^( *)```.*?^\1```$", "", (ROOT / name).read_text(), flags=re.S | re.M)


def slug(heading):
    """The anchor that forges and mdBook give a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)|<[^>]*>", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def anchors(name):
    text = prose(name)
    return {slug(it) for it in re.findall(r"^#+ (.*)$", text, re.M)} | set(re.findall(r'id="([^"]+)"', text))


def links(name):
    """The relative links of a document, as paths from the root with anchors."""
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(name)):
        if "://" not in link:
            path, _, anchor = link.partition("#")
            folder = posixpath.dirname(name)
            yield posixpath.normpath(posixpath.join(folder, path)) if path else name, anchor


def broken(name):
    for path, anchor in links(name):
        if not (ROOT / path).exists() or path.startswith(".."):
            yield f"{name}: there is no {path}"
        elif anchor and path.endswith(".md") and anchor not in anchors(path):
            yield f"{name}: {path} has no #{anchor}"


def reachable(start):
    """The documents that links lead to, in one step or several."""
    found, left = {start}, [start]
    while left:
        for path, _ in links(left.pop()):
            if path.endswith(".md") and path not in found:
                found.add(path)
                left.append(path)
    return found


def main():
    names = sorted({*documents(), *TOP, "docs/SUMMARY.md"})
    faults = [fault for name in names for fault in broken(name)]
    assert not faults, "\n".join(faults)
    missing = set(documents()) - reachable("README.md")
    assert not missing, f"no links lead from README.md to {sorted(missing)}"
    # The book adds the decisions below their list.
    pages = {name for name in [*documents(), *TOP] if not re.search(r"/decisions/\d", name)}
    listed = sorted(path for path, _ in links("docs/SUMMARY.md"))
    assert listed == sorted(pages), f"docs/SUMMARY.md: {sorted(set(listed) ^ pages)}, {len(listed)} entries"
    print(f"{sum(len(list(links(name))) for name in names)} links in {len(names)} documents lead somewhere")


if __name__ == "__main__":
    main()
