"""Leave out notes after a complete number that are no part of it: rounded, (3 d.p.), cm.

Words that may change a number are never a note: an answer with such a word is not read.

How to read: `without_notes` walks through the tokens; `_notes_end` and below are the grammar of notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from exactnb.core.expression.reading.tokens import END, Token, split_words

_FIGURES = split_words(
    "sf sig sigfig sigfigs fig figs figure figures significant decimal decimals dp digit digits "
    "place places"
)
_NOTES = _FIGURES | split_words(
    "rounded rounding truncated approx approximately approximate approximated about roughly exact "
    "exactly precisely value answer result final correct nearest fraction lowest simplest terms form "
    "simplified reduced unreduced cancelled hand calculator python excel spreadsheet up down total "
    "probability chance"
)
_FILLERS = split_words("to the a an as in by of using from with at it i my our this is was")
_NEAREST = split_words("tenth hundredth thousandth integer number")
_MOST_FIGURES = 20
_ROUNDING = split_words("rounded approx approximately exact exactly truncated")
_REASONS = split_words("because since")
_MEANS = split_words("using by from via with after see")
_CHANGING = split_words(
    "not no non never nor neither none isn aren wasn doesn nicht kein keine pas without except "
    "unless but wrong false incorrect instead rather opposite complement inverse reciprocal negative "
    "minus plus times divided multiplied less more least most than above below under between or "
    "either out for other others another else squared cubed square cube root power log ln lg exp "
    "sqrt sin cos tan pi e choose ncr over odds undefined inf infinity nan x maybe per percent "
    "percentage percents pct prozent procent porcento cento ciento pour permille promille mille mil "
    "ppm bp hundred hundreds thousand thousands million millions billion billions trillion trillions "
    "lakh crore grand dozen dozens score gross fold pair pairs couple half halves third thirds "
    "fourth fourths quarter quarters fifth fifths sixth sixths seventh sevenths eighth eighths ninth "
    "ninths tenth tenths eleventh elevenths twelfth twelfths hundredth hundredths thousandth "
    "thousandths millionth millionths recurring recurrent repeating repeated rec periodic"
)
_NO_UNITS = split_words("of in to by and if is as at")
_UNITS = split_words("m s g")  # units of one letter; other letters are variables
_NUMBERS = split_words("percent recurring pi e undefined")
_Changing = frozenset[str]


def split_off_notes(
    tokens: Sequence[Token], is_relation: Callable[[Token], bool], labels: Iterable[str] = ()
) -> tuple[list[Token], tuple[str, ...]]:
    """Return the `tokens` of an answer without its notes, and the notes as they were typed.

    A note follows a number, at the end of the answer or before a relation such as =, for which
    `is_relation` is true. Words of the `labels` are no note: 0.8 ham may be the value of another class.

    >>> from exactnb.core.expression.reading.tokens import tokenize
    >>> kept, notes = split_off_notes(tokenize("2/3 (exact) = 0.667 rounded"), lambda t: t.text == "=")
    >>> "".join(token.text for token in kept), notes
    ('2/3=0.667', ('(exact)', 'rounded'))
    """
    answer: list[Token] = []
    notes: list[str] = []
    # Words of a label would hide the answer for another class, so that they are never a note.
    label_words = (word for label in labels for word in label.casefold().replace("-", " ").split())
    changing = _CHANGING | _REASONS | frozenset(label_words)
    position = 0
    while position < len(tokens):
        if _may_end_number(answer):
            end = _notes_end(tokens, position, changing)
            if end > position and (end == len(tokens) or is_relation(tokens[end])):
                note = (" " * (not token.glued) + token.text for token in tokens[position:end])
                notes.append("".join(note).strip())
                position = end
                continue
        answer.append(tokens[position])
        position += 1
    return answer, tuple(notes)


def _may_end_number(tokens: Sequence[Token]) -> bool:
    """Say whether a number may end here."""
    last = tokens[-1] if tokens else END
    if last.kind == "number" or last.text.casefold() in _NUMBERS:
        return True
    return last.kind == "sign" and last.text in (")", "]", "}", "%", "!", "...", "..", "·")


def _notes_end(tokens: Sequence[Token], start: int, changing: _Changing) -> int:
    """Return the index after the notes that begin here; `start` if there are none."""
    position = start
    while position < len(tokens):
        end = _note_end(tokens, position, changing, first=position == start)
        if end == position:
            break
        position = end
    return position


def _note_end(tokens: Sequence[Token], position: int, changing: _Changing, *, first: bool) -> int:
    """Return the index after one note, `position` if none begins here.

    Notes are known words, a unit, or any words after a comma, in brackets, or after because.
    """
    here = tokens[position]
    if here.text in ("(", "["):
        return _bracket_end(tokens, position, changing)
    # The first full stop ends the number: it is part of a note only before words.
    if here.text == "." and not first:
        return position + 1  # of an abbreviation
    if here.text.casefold() in _REASONS:
        changing = frozenset()  # words of a reason cannot change the number
    if here.text == "-" and not here.glued and not token_at(tokens, position + 1).glued:
        # 0.5 - rounded is a note; words that may be a quantity leave a difference.
        end = _words_end(tokens, position + 1)  # 1 - probability is a difference
        is_rounding = token_at(tokens, position + 1).text.casefold() in _ROUNDING
        return end if is_rounding and end > position + 1 else position
    if here.text in (",", ";", ".") or here.text.casefold() in _MEANS | _REASONS:
        end = max(_words_end(tokens, position + 1), _reason_end(tokens, position + 1, changing))
        return end if end > position + 1 else position
    if (end := _words_end(tokens, position)) > position:
        return end
    return _unit_end(tokens, position, changing) if first and not here.glued else position


def _words_end(tokens: Sequence[Token], position: int) -> int:
    """Return the index after known words of a note, the last of them no mere filler."""
    start = end = position
    while position < len(tokens):
        word = tokens[position].text.casefold()
        if _is_figure_count(tokens, position):
            position += 1
        elif tokens[position].kind == "name" and word in _NOTES:
            position = end = position + 1
        elif tokens[position].kind == "name" and word in _FILLERS:
            position += 1
        elif tokens[position].text in (",", ".") and tokens[position].glued and position == end > start:
            end += tokens[position].text == "."  # of an abbreviation
            position += 1
        elif word in _NEAREST and tokens[position - 1].text.casefold() == "nearest":
            position = end = position + 1
        else:
            break
    return end


def _is_figure_count(tokens: Sequence[Token], position: int) -> bool:
    """Say whether a number of figures or places stands here."""
    number, word = tokens[position].text, token_at(tokens, position + 1).text.casefold()
    return number.isdigit() and len(number) <= 2 and int(number) <= _MOST_FIGURES and word in _FIGURES


def _bracket_end(tokens: Sequence[Token], position: int, changing: _Changing) -> int:
    closing = {"(": ")", "[": "]"}[tokens[position].text]
    for end in (_words_end(tokens, position + 1), _reason_end(tokens, position + 1, changing)):
        end += token_at(tokens, end).text == "."
        if end > position + 1 and token_at(tokens, end).text == closing:
            return end + 1
    return position


def _reason_end(tokens: Sequence[Token], start: int, changing: _Changing) -> int:
    """Return the index after words without a number, none of which could change one."""
    position = start
    while position < len(tokens):
        token, word = tokens[position], tokens[position].text.casefold()
        is_sign = token.kind in ("sign", "odd") and token.text in ("'", ",", ".", "-")
        is_word = token.kind == "name" and (len(word) > 1 or word in ("a", "i"))
        if not (is_word and word not in changing) and not (is_sign and position > start):
            break
        position += 1
    return position


def _unit_end(tokens: Sequence[Token], position: int, changing: _Changing) -> int:
    """Return the index after a unit of one word: cm, nats, °C, m/s, cm^2."""
    if tokens[position].text == "°" and token_at(tokens, position + 1).text in ("C", "F"):
        return position + 2
    if tokens[position].text == "€":
        return position + 1
    if tokens[position].text == "per":
        return position + 2 if _is_unit(tokens, position + 1, changing) else position
    if not _is_unit(tokens, position, changing):
        return position
    end = position + 1
    for sign in ("per", "/"):
        if token_at(tokens, end).text == sign and _is_unit(tokens, end + 1, changing):
            end += 2
    if token_at(tokens, end).text in ("^", "**") and token_at(tokens, end + 1).text in ("2", "3"):
        end += 2
    return end


def _is_unit(tokens: Sequence[Token], position: int, changing: _Changing) -> bool:
    token = token_at(tokens, position)
    # One letter is a variable before it is a unit: 2 x is no number.
    may_be = token.kind == "name" and (len(token.text) > 1 or token.text in _UNITS)
    return may_be and token.text.casefold() not in changing | _NO_UNITS


def token_at(tokens: Sequence[Token], position: int) -> Token:
    """Return the token at a `position` of `tokens`, and beyond both ends that for an end."""
    return tokens[position] if 0 <= position < len(tokens) else END
