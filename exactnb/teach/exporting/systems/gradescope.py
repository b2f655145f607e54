"""Gradescope: for each problem an autograder to zip and upload, and what students get.

How to read: `_files` writes both for a pool. The autograder runs `exactnb check` on the one file that
is handed in; whose it is Gradescope says, and the list of students which variant that student has.
https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.explain.solution.sheet import AnswerTemplate
from exactnb.teach.exporting.external_grader import KINDS, problem_files
from exactnb.teach.exporting.items import Pool
from exactnb.teach.exporting.system import Files, System

_SET_UP = """\
#!/usr/bin/env bash
# Set the machine up: Python, and exactnb, from a wheel beside this file if there is one.
set -euo pipefail
apt-get update --quiet
apt-get install --yes --quiet --no-install-recommends python3 python3-venv
python3 -m venv /autograder/venv
shopt -s nullglob
wheels=(/autograder/source/exactnb-*.whl)
/autograder/venv/bin/pip install --quiet "${wheels[0]:-exactnb}"
"""
_RUN = """\
#!/usr/bin/env bash
# Grade the answers.toml that was submitted by the variant of its student. What cannot be graded is not,
# and the results say so.
set -uo pipefail
export LC_ALL=C.UTF-8
root=${AUTOGRADER:-/autograder}
exactnb=${EXACTNB:-$root/venv/bin/exactnb}
results=$root/results/results.json
mkdir -p "$root/results"
rm -f "$results" # what an earlier run left is not this one's
said=$("$exactnb" check "$root/source/problems" "$root/submission/answers.toml" \\
  --submission "$root/submission_metadata.json" --to gradescope -o "$results" 2>&1)
code=$? # 0: all right, 1: something is wrong, 2: it cannot be read; whatever else is a fault
if { [ "$code" -ne 0 ] && [ "$code" -ne 1 ]; } || [ ! -s "$results" ]; then
  [ "$code" -eq 2 ] || said="the program failed (exit code $code): ${said:-it said nothing}"
  said=${said//"$root/"/}
  said=$(printf '%s' "${said:0:600}" | tr '[:cntrl:]' ' ')
  said=${said//\\\\/\\\\\\\\}
  said=${said//\\"/\\\\\\"}
  printf '{"score": 0, "output": "Not graded: %s", "output_format": "text"}\\n' "$said" >"$results"
fi
"""


def write(pools: Sequence[Pool]) -> Files:
    """Return the folders of all pools."""
    return {f"{pool.id}/{name}": content for pool in pools for name, content in _files(pool).items()}


def _files(pool: Pool) -> Files:
    made = {"autograder/setup.sh": _SET_UP.encode(), "autograder/run_autograder": _RUN.encode()}
    made |= {f"autograder/problems/{name}": content for name, content in problem_files(pool).items()}
    for item in pool.items:
        questions = tuple(part.question for part in item.parts)
        template = AnswerTemplate(item.problem, questions, item.sheet.verified).toml()
        answers = template.replace('student = ""\n', f'student = ""\nvariant = "{item.id}"\n', 1)
        made[f"students/{item.id}/answers.toml"] = answers.encode()
        made[f"students/{item.id}/sheet.html"] = item.sheet.html().encode()
    return made


SYSTEM = System("", "Gradescope, an autograder for each problem", write, KINDS, choices=False)
