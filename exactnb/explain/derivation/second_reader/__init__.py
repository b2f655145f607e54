"""A second, naive reader of a problem: each number once more, straight from the definitions.

The graph of quantities is what `verify` checks lines against, so a wrong formula in the graph would be
printed as it stands. This package reads the same problem by itself: counts, estimates by the rule,
densities, joint, evidence, posterior. It shares no code with `model`, `families` and `expression`;
`tests/test_house.py` enforces that. A number is accepted only where both readers agree.

How to read: `problem.py` is what the reader is handed and `counting.py` what it counts;
`estimates.py` and `densities.py` are the textbook; `view.py` puts them together for one model;
`reader.py` goes by the kind of a quantity; `questions.py`, `edits.py`, `ties.py` have the rarer ones.
`agreement.py`, outside, compares with the graph.
"""
