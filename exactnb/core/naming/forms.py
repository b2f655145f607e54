"""The quantities that can be asked for by name, but for parameters: how each is typed, what it is.

This is the one table of them; parameters of columns of numbers have their own (`heads.py`). The scope
of a problem reads it, and the page of quantities is written from it.
"""

from __future__ import annotations

from exactnb.core.record import frozen


@frozen(slots=True)
class Form:
    """A kind of quantity: its head, how it is typed, what it is in Markdown; of a model, or of data."""

    head: str
    typed: str
    words: str
    of_data: bool = False


FORMS = (
    Form(
        "P",
        "P(A|B)",
        "the probability of A given B, any lists of a class, `column=value`, words and queries. So it "
        "is a prior `P(k)`, a parameter `P(a=1|k)`, a likelihood `P(x|k)`, a joint `P(k,x)`, the "
        "evidence `P(x)`, a posterior `P(k|x)`, an imputation `P(a=1|x)`, the next word `P(word|x)`",
    ),
    Form("odds", "odds(k:l|x)", "P(k,x)/P(l,x), `odds(k|x)` against all others; without `x` of priors"),
    Form("log_odds", "log_odds(k:l|x)", "their logarithm"),
    Form("lr", "lr(k:l|x)", "the likelihood ratio P(x|k)/P(x|l): without the prior"),
    Form("argmax", "argmax(x)", "the class that is decided on, or all of a tie"),
    Form(
        "weight",
        "weight(k:l|a)",
        "what a 0/1 column, a word or a measurement adds to the log-odds, where these are linear",
    ),
    Form("bias", "bias(k:l)", "what the linear log-odds begin with"),
    Form("score", "score(k|x)", "the discriminant of `lda` and `qda`"),
    Form(
        "boundary",
        "boundary(k:l|B)",
        "where two classes tie: points, the first `boundary(k:l)[1]`; of two columns a curve in whole "
        "numbers",
    ),
    Form("region", "region(k:l|B)", "where the first is likelier: intervals, or a side of the curve"),
    Form(
        "flips",
        "flips(λ|x)",
        "all λ > 0 at which the decision changes, if λ is what is added to the counts of the features",
    ),
    Form("threshold", "threshold(k:l|x)", "the prior of k at which k and l tie, if they share 1"),
    Form("edits", "edits(x)", "the single edits of the data that change the decision"),
    Form("nearest", "nearest(x)", "the smallest changes of what is observed that change the decision"),
    Form("reasons", "reasons(x)", "the smallest sets of observations that decide alone"),
    Form("independent", "independent(a,b)", "whether probabilities of columns multiply in the model"),
    Form("rank", "rank(x)", "the place of P(x) among all cells, the smallest first"),
    Form("bayes_error", "bayes_error", "the error that no rule can avoid, if the model is right"),
    Form("free_parameters", "free_parameters", "how many numbers are estimated"),
    Form("accuracy", "accuracy", "the share of the training rows that is decided rightly"),
    Form("accuracy_left_out", "accuracy_left_out", "the same, each by a model that has not seen it"),
    Form("count", "count(a=1,k)", "how many rows show it; `count(word,k)` of a word", of_data=True),
    Form("freq", "freq(a=1|k)", "the relative frequency", of_data=True),
    Form("tokens", "tokens(k)", "how many words the texts of a class have", of_data=True),
    Form("vocabulary", "vocabulary", "how many different words count", of_data=True),
    Form("sum", "sum(c,k)", "Σx over the rows of a class", of_data=True),
    Form("squares", "squares(c,k)", "Σx²", of_data=True),
    Form("products", "products(a,b,k)", "Σab, of two columns", of_data=True),
    Form(
        "independent_in_data",
        "independent_in_data(a,b|k)",
        "whether the relative frequencies multiply",
        of_data=True,
    ),
)
"""All of them, in the order in which they are listed."""

OF_MODEL = tuple(form.head for form in FORMS if not form.of_data)
OF_DATA = tuple(form.head for form in FORMS if form.of_data)
