"""Commands within sentences and tables: their subcommands, flags and settings exist, and the tests that they name."""

import functools
import os
import re
import subprocess

from blocks import ROOT, blocks, documents

PROGRAM = os.environ.get("PROGRAM", str(ROOT / "target/debug/reinstate"))


@functools.cache
def help_of(*words):
    """The help of the longest command that the words begin with."""
    run = subprocess.run([PROGRAM, *words, "--help"], capture_output=True, text=True)
    return run.stdout if run.returncode == 0 else help_of(*words[:-1]) if words else ""


def tests(program):
    """The paths of all tests of a program, such as `hostile::heads::each_is_refused`."""
    folder = ROOT / "tests" / program
    for file in folder.rglob("*.rs"):
        modules = [part for part in file.relative_to(folder).with_suffix("").parts if part not in ("mod", "main")]
        for name in re.findall(r"^(?:async )?fn (\w+)", file.read_text(), re.M):
            yield "::".join([*modules, name])


def faults(name, text, code_blocks=""):
    settings = (ROOT / "docs/reference/configuration.md").read_text()
    for code in re.findall(r"`([^`\n]+)`", text):
        words = code.replace("\\|", "|").split()
        if words[0] == "reinstate":
            command = [word for word in words[1:3] if re.fullmatch("[a-z]+", word)]
            if command and f"Usage: reinstate {command[0]}" not in help_of(*command):
                yield f"{name}: there is no command {code}"
            text_of_help = help_of(*command)
            flags = re.findall(r"--[a-z][\w-]+", code)
            yield from (f"{name}: {flag} is no flag in {code}" for flag in flags if flag not in text_of_help)
        elif len(words) == 1 and re.fullmatch(r"--[a-z][\w-]+", code) and code not in settings:
            # Flags of other commands are named beside them.
            commands = re.findall(r"^  (\w+) ", help_of().split("Commands:")[1].split("\n\n")[0], re.M)
            # Those of other programs are in the blocks that run them.
            if f"{code} " not in code_blocks and not any(code in help_of(command) for command in commands):
                yield f"{name}: nothing has the flag {code}"
        elif found := re.search(r"cargo test --test (\w+) (?:-- )?([\w:]+)", code):
            program, wanted = found.groups()
            if not any(wanted.rstrip(":") in path for path in tests(program)):
                yield f"{name}: {code} runs no test"


def main():
    found, count = [], 0
    for name in [*documents(), "CONTRIBUTING.md", "SECURITY.md"]:
        text = re.sub(r"^( *)```.*?^\1```$", "", (ROOT / name).read_text(), flags=re.S | re.M)
        count += len(re.findall(r"`(?:reinstate |--[a-z]|[^`\n]*cargo test --test)", text))
        if not re.search(r"/decisions/\d", name):
            found += faults(name, text, "".join(it.text for it in blocks(name)) if name in documents() else "")
    assert not found, "\n".join(found)
    wrong = "`reinstate nothing` `reinstate serve --none` `--none` `cargo test --test cli none_such`"
    assert len(list(faults("", wrong))) == 4, "what doesn't exist is found"
    print(f"{count} commands and flags in sentences exist")


if __name__ == "__main__":
    main()
