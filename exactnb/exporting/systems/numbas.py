"""Numbas, an exam for its editor: https://docs.numbas.org.uk.

A pool is a group of questions of which each student gets one, an item a question with its parts. What a
wrong value is told stands in an alternative answer. JME, in which Numbas reads numbers, knows no
exponents: numbers are written out. In texts braces would hold values: no text is looked at for them.

How to read: `write` makes the exam, `_question` an item, `_number` and `_choice` a part.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction

from exactnb.errors import printable
from exactnb.exporting import latex_html
from exactnb.exporting.fractions_taken import how_to_answer, is_exact
from exactnb.exporting.items import NUMBER, Item, Number, Part, Pool
from exactnb.exporting.numerals import decimal_text, written_out
from exactnb.exporting.system import Files, System

_VERSION = "// Numbas version: exam_results_page_options\n"
_EXACT = Fraction(1, 10**6)  # of a tolerance, where the value alone is right: doubles are compared
_NAVIGATION = {
    "allowregen": False,
    "navigatemode": "sequence",
    "reverse": True,
    "browse": True,
    "allowsteps": True,
    "showfrontpage": True,
    "showresultspage": "oncompletion",
    "onleave": {"action": "none", "message": ""},
    "preventleave": True,
    "startpassword": "",
}
_TIMING = {
    "allowPause": True,
    "timeout": {"action": "none", "message": ""},
    "timedwarning": {"action": "none", "message": ""},
}
_FEEDBACK = {
    "showactualmark": True,
    "showtotalmark": True,
    "showanswerstate": True,
    "allowrevealanswer": True,
    "advicethreshold": 0,
    "intro": "",
    "feedbackmessages": [],
}
_WITHOUT_VARIABLES: Mapping[str, object] = {
    "rulesets": {},
    "extensions": [],
    "variables": {},
    "variablesTest": {"condition": "", "maxRuns": 100},
    "ungrouped_variables": [],
    "variable_groups": [],
    "functions": {},
    "preamble": {"js": "", "css": ""},
    "tags": [],
    "metadata": {"description": "", "licence": "None specified"},
}
_ALL_PARTS: Mapping[str, object] = {
    "useCustomName": False,
    "customName": "",
    "scripts": {},
    "customMarkingAlgorithm": "",
    "extendBaseMarkingAlgorithm": True,
    "unitTests": [],
    "showCorrectAnswer": True,
    "showFeedbackIcon": True,
    "variableReplacements": [],
    "variableReplacementStrategy": "originalfirst",
}


def write(pools: Sequence[Pool]) -> Files:
    """Return the exam as one file."""
    exam = {
        "name": printable(" ".join(pools[0].title.split())) or pools[0].id,
        "metadata": {"description": "", "licence": "None specified"},
        "duration": 0,
        "percentPass": 0,
        "showQuestionGroupNames": False,
        "shuffleQuestionGroups": False,
        "showstudentname": True,
        "question_groups": [_group(pool) for pool in pools],
        "navigation": _NAVIGATION,
        "timing": _TIMING,
        "feedback": _FEEDBACK,
        "extensions": [],
        "custom_part_types": [],
        "resources": [],
    }
    return {"quiz.exam": f"{_VERSION}{json.dumps(exam, indent=1)}\n".encode()}


def _group(pool: Pool) -> dict[str, object]:
    """Return a pool: one of its questions, by chance."""
    return {
        "name": pool.id,
        "pickingStrategy": "random-subset",
        "pickQuestions": 1,
        "questions": [_question(item) for item in pool.items],
    }


def _question(item: Item) -> dict[str, object]:
    """Return an item; its worked solution is the advice."""
    parts = [_number(item, part) if part.kind == NUMBER else _choice(item, part) for part in item.parts]
    return {
        "name": item.id,
        "statement": _html(latex_html.statement(item)),
        "advice": _html(latex_html.solution(item)),
        **_WITHOUT_VARIABLES,
        "parts": parts,
        "partsMode": "all",
        "maxMarks": 0,
        "objectives": [],
        "penalties": [],
        "objectiveVisibility": "always",
        "penaltyVisibility": "always",
    }


def _html(html: str) -> str:
    return f'<div nosubvars="true">{html}</div>'


def _prompt(item: Item, part: Part, how: str = "") -> str:
    return _html(f"<p>{latex_html.asked(item, part)} = ?{how}</p>")


def _number(item: Item, part: Part) -> dict[str, object]:
    """Return a number entry; the wrong values are alternatives, each with its feedback."""
    assert part.key.number is not None
    key = part.key.number
    within = key.tolerance * _EXACT if is_exact(part) else key.tolerance
    alternatives = [
        {
            **_entry(wrong.response.number, wrong.response.number.tolerance, part, wrong.share),
            "useCustomName": True,
            "customName": wrong.id,
            "alternativeFeedbackMessage": f"<p>{latex_html.text(wrong.feedback)}</p>",
            "useAlternativeFeedback": False,
        }
        for wrong in part.wrong
        if wrong.response.number is not None
    ]
    return {
        **_entry(key, within, part, Fraction(1)),
        "prompt": _prompt(item, part, f" ({how_to_answer(part)})"),
        "alternatives": alternatives,
    }


def _entry(number: Number, within: Fraction, part: Part, share: Fraction) -> dict[str, object]:
    return {
        "type": "numberentry",
        "marks": float(decimal_text(part.points * share)),
        **_ALL_PARTS,
        "minValue": written_out(number.value - within),
        "maxValue": written_out(number.value + within),
        "correctAnswerFraction": False,
        "allowFractions": True,
        "mustBeReduced": part.question.policy.form == "lowest",
        "mustBeReducedPC": 0,
        "showFractionHint": True,
        "precisionType": "none",
        "notationStyles": ["plain", "en", "si-en"],
        "correctAnswerStyle": "plain",
    }


def _choice(item: Item, part: Part) -> dict[str, object]:
    """Return a choice of one; each choice has the feedback of the mistake that leads to it."""
    choices = tuple(part.marked())
    return {
        "type": "1_n_2",
        "marks": 0,
        **_ALL_PARTS,
        "prompt": _prompt(item, part),
        "minMarks": 0,
        "maxMarks": 0,
        "shuffleChoices": False,
        "displayType": "radiogroup",
        "displayColumns": 0,
        "showCellAnswerState": True,
        "choices": [_html(latex_html.text(choice)) for choice in part.choices],
        "matrix": [written_out(Fraction(decimal_text(part.points * each.share))) for each in choices],
        "distractors": [latex_html.text(each.feedback) for each in choices],
    }


SYSTEM = System(".exam", "Numbas", write)
