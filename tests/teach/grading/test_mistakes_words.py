"""Mistakes with texts, by hand: note 001's e-mails as documents and as words."""

from __future__ import annotations

from fractions import Fraction as F
from math import prod

from answering import blamed, example, given, grader_of
from students.work import to_figures
from thoroughness import all_of

SPAM, HAM = (2, 3, 1), (3, 1, 1)  # of 4 documents each, how many hold a, b, c
SPAM_WORDS, HAM_WORDS = (5, 9, 2), (11, 3, 3)  # of 16 and 17 words in the e-mails
TABLE_WORDS = (5, 9, 3)  # of 17 in the table of counts


def absent(p: F) -> F:
    return 1 - p


def of_documents(counts: tuple[int, ...], above: F, below: F) -> F:
    """Return the joint of a, b and not c from document counts and the uniform prior."""
    a, b, c = ((count + above) / below for count in counts)
    return F(1, 2) * a * b * absent(c)


@all_of(
    ("question", "value", "mistake"),
    [
        ("P(a=1|+)", F(3, 7), "vocabulary-for-two-values"),
        ("P(a=1|+)", F(6, 6), "word-counts-in-numerator"),
        ("P(a=1|+)", F(3, 18), "word-counts-in-denominator"),
        ("P(a=1|+)", F(6, 18), "words-for-documents"),
        ("P(a=1|-)", F(12, 19), "words-for-documents"),
        ("P(a=1|+)", F(3, 5), "lambda-once-in-denominator"),
        ("P(a=1|+)", F(3, 10), "divided-by-all-rows"),
        ("P(a=1|+)", F(2, 5), "conditional-swapped"),
        ("P(+)", F(16, 33), "prior-from-words"),
        ("P(-)", F(17, 33), "prior-from-words"),
        ("P(+,e*)", of_documents(SPAM, F(0), F(4)), "smoothing-forgotten"),
        ("P(+,e*)", of_documents(SPAM, F(1), F(4)), "lambda-in-numerator-only"),
        ("P(+,e*)", of_documents(SPAM, F(0), F(6)), "lambda-in-denominator-only"),
        ("P(+,e*)", of_documents(SPAM, F(1), F(7)), "vocabulary-for-two-values"),
        ("P(+,e*)", of_documents(SPAM_WORDS, F(1), F(18)), "words-for-documents"),
        ("P(+,e*)", F(1, 2) * F(3, 6) * F(4, 6), "absent-words-ignored"),
        ("P(+,e*)", F(1, 2) * F(3, 6) * F(4, 6) * F(2, 6), "absent-words-as-present"),
        ("P(+,e*)", F(3, 6) * F(4, 6) * F(4, 6), "prior-forgotten"),
        ("P(+,e*)", F(1, 2) + F(3, 6) + F(4, 6) + F(4, 6), "probabilities-added"),
        ("P(+|e*)", F(3, 6) * F(4, 6) ** 2, "likelihood-for-posterior"),
        ("P(+|e*)", F(1, 9), "joint-for-posterior"),
        ("P(+|e*)", F(3, 2), "odds-for-posterior"),
        ("P(+|e*)", F(2, 3), "smoothing-forgotten"),
        ("P(e*)", F(1, 9) * F(2, 27), "evidence-as-product-of-joints"),
        ("P(e*)", F(2, 9) + F(4, 27), "evidence-without-prior"),
        ("P(e*)", F(7, 12) * F(1, 2) * F(2, 3), "evidence-as-product-of-marginals"),
    ],
)
def test_mistakes_with_documents_are_named(question: str, value: F, mistake: str) -> None:
    """Of spam or ham with λ = 1, what a mistake makes by hand is recognised by its id."""
    assert mistake in blamed(example("spam_or_ham_smoothed", question, to_figures(value, 6)))


COEFFICIENT = 280  # 8!/(4! 3! 1!)


def of_words(above: int, below: int, counts: tuple[int, ...] = TABLE_WORDS) -> F:
    """Return the joint of (4, 3, 1) from counts of words, with the coefficient."""
    a, b, c = (F(count + above, below) for count in counts)
    return F(1, 2) * COEFFICIENT * a**4 * b**3 * c


@all_of(
    ("question", "value", "mistake"),
    [
        ("P(a|+)", F(6, 19), "classes-for-values"),
        ("P(a|+)", F(6, 21), "slot-for-what-is-unseen"),
        ("P(a|+)", F(6, 17), "lambda-in-numerator-only"),
        ("P(a|+)", F(5, 20), "lambda-in-denominator-only"),
        ("P(a|+)", F(6, 18), "lambda-once-in-denominator"),
        ("P(a|+)", F(6, 4 + 3), "documents-for-words"),
        ("P(a|+)", F(2 + 1, 20), "repeated-words-counted-once"),
        ("P(a|+)", F(2 + 1, 6 + 3), "repeated-words-counted-once-throughout"),
        ("P(a|+)", F(5, 16), "conditional-swapped"),
        ("P(a|+)", F(7, 23), "dirichlet-mean"),
        ("P(+,x*)", of_words(0, 17), "smoothing-forgotten"),
        ("P(+,x*)", of_words(1, 19), "classes-for-values"),
        ("P(+,x*)", of_words(1, 7), "documents-for-words"),
        ("P(+,x*)", of_words(1, 20, (2, 3, 1)), "repeated-words-counted-once"),
        ("P(+,x*)", of_words(1, 20) / COEFFICIENT, "coefficient-missing"),
        ("P(+,x*)", of_words(1, 20) * 144, "arrangements-without-repeats"),
        ("P(+,x*)", F(1, 2) * prod((F(6, 20), F(10, 20), F(4, 20))), "repeated-words-once-in-query"),
        ("P(+|x*)", F(125, 128), "odds-for-posterior"),
        ("P(+|x*)", F(16875, 31516), "smoothing-forgotten"),
        ("P(+|x*)", F(128, 253), "other-class"),
        ("P(+|x*)", F(5, 9), "repeated-words-once-in-query"),
    ],
)
def test_mistakes_with_words_are_named(question: str, value: F, mistake: str) -> None:
    """Of the multinomial model with λ = 1, what a mistake makes by hand is recognised by its id."""
    assert mistake in blamed(example("note_001_multinomial_smoothed", question, to_figures(value, 6)))


def test_the_vocabulary_of_a_class_is_what_it_has_seen() -> None:
    """Ham has 3 of the 5 words: who adds 3 gets (3 + 1)/(5 + 3) for lunch, not 4/10 and not 4/5."""
    assert "vocabulary-of-the-class" in blamed(example("mixed_families", "P(lunch|ham)", "4/8"))
    assert "vocabulary-of-the-class" not in blamed(example("mixed_families", "P(lunch|ham)", "4/5"))


def test_a_class_that_has_seen_all_words_hides_whose_vocabulary_it_is() -> None:
    """Each class of the note has seen a, b and c: its vocabulary is the whole one."""
    candidates = grader_of("note_001_multinomial_smoothed").asked["P(a|+)"].diagnosis.candidates
    assert "vocabulary-of-the-class" not in {m.id for of in candidates for m in of.alternatives}


def test_no_coefficient_belongs_to_a_sequence_of_words() -> None:
    """The e-mail lunch prize has one order; 2 for its orders is another convention, 2! too much."""
    right = grader_of("mixed_families").asked["P(ham,x)"].right.value
    found = {
        m.alternative.id: m.alternative
        for m in example("mixed_families", "P(ham,x)", str(2 * right)).matches
    }
    assert found["coefficient-added"].is_convention
    assert not found["arrangements-without-repeats"].is_convention


TEXTS = """[data]
table = '''
id class text
1  +     good good film
2  +     good
3  -     bad film
4  -     bad bad long film
'''
[model]
smoothing = 1
%s
[query]
x = "good film unheard unheard"
"""


def test_words_never_seen_are_dropped_zero_or_smoothed(tmp_path) -> None:
    """Unheard is in no document: dropped it is nothing, as 0 it kills, with λ it is 1/(4 + 4)."""
    grader = given(tmp_path, TEXTS % "")
    asked = grader.asked["P(+,x)"]
    right = F(1, 2) * F(3 + 1, 4 + 4) * F(1 + 1, 4 + 4)
    assert asked.right.value == right
    assert "unseen-word-counts-zero" in blamed(grader.judge(asked, "0"))
    assert "unseen-word-smoothed" in blamed(grader.judge(asked, str(right * F(1, 8) ** 2)))


def test_words_never_seen_are_skipped_where_they_count(tmp_path) -> None:
    """Where an unheard word has count 0 and λ = 1, who skips it leaves 1/8 out, twice."""
    grader = given(tmp_path, TEXTS % 'unseen = "zero"')
    asked = grader.asked["P(+,x)"]
    right = F(1, 2) * F(4, 8) * F(2, 8) * F(1, 8) ** 2
    assert asked.right.value == right
    assert "unseen-word-skipped" in blamed(grader.judge(asked, str(right * 64)))


def test_bernoulli_has_no_factor_for_unknown_words(tmp_path) -> None:
    """In a Bernoulli text an unknown word is outside the vocabulary: no mistake can be made of it."""
    grader = given(tmp_path, TEXTS % 'family = "bernoulli"')
    assert not {
        m.id for m in grader.answer_key.alternatives.common_single if m.id.startswith("unseen-word")
    }


def test_the_prior_may_be_taken_from_the_words(tmp_path) -> None:
    """Two documents each are a prior of 1/2; 4 words of 10 would be 2/5."""
    grader = given(tmp_path, TEXTS % "")
    asked = grader.asked["P(+)"]
    assert blamed(grader.judge(asked, "4/10")) >= {"prior-from-words"}


def test_an_absent_word_taken_for_a_present_one_is_named_where_it_is_ignored(tmp_path) -> None:
    """With absent = "ignore" only film and good count; who takes bad's and long's p in too is told."""
    lines = 'family = "bernoulli"\nabsent = "ignore"'
    grader = given(tmp_path, TEXTS % lines)
    asked = grader.asked["P(+,x)"]
    seen = F(1, 2) * F(2, 4) * F(3, 4)
    assert asked.right.value == seen
    wrong = str(seen * F(1, 4) * F(1, 4))
    assert "absent-words-as-present" in blamed(grader.judge(asked, wrong))


def test_what_is_neither_true_nor_false_is_asked_in_words(tmp_path) -> None:
    """Independence in a class without rows is undefined: true is an answer, and a wrong one."""
    rows = "[data]\nclasses = ['+', '-']\ntable = '''\na b k\n1 1 +\n0 1 +\n'''\n"
    grader = given(tmp_path, rows + "[model]\nprior = 'uniform'\n", "independent(a,b)")
    asked = grader.asked["independent(a,b)"]
    assert grader.judge(asked, "undefined").verdict.value == "correct"
    assert grader.judge(asked, "true").verdict.value in ("wrong", "mistake")
