"""A second, naive reader of a problem: each number again, directly from the definitions.

`verify` checks lines against the graph of quantities, so it would accept a wrong formula of the graph.
This package reads the same problem independently: counts, estimates by the rule, densities, joint,
evidence, posterior. It shares no code with `model`, `families` and `expression`; `tests/test_house.py`
enforces that. A number is accepted only where both readers agree.

How to read: `counting.py` has the input of the reader and its counts; `estimates.py` and
`densities.py` are the textbook; `view.py` puts them together for one model; `reader.py` goes by the
kind of a quantity; `questions.py` and `ties.py` have the rarer ones. `agreement.py`, outside,
compares with the graph.
"""
