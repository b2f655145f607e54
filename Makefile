# What changing the package needs; `pip install -e '.[test,dev]'` first.

PYTHON ?= python

.PHONY: mutants

# Change the kernel and the rest in one place at a time, and count how often a test notices:
# make mutants MUTANTS="--rooms verifier --sample 100 --seed 7"
mutants:
	nice $(PYTHON) benchmarks/mutants $(MUTANTS)
