# What changing the package needs; `pip install -e '.[test,dev]'` first.

PYTHON ?= python
PYTEST = $(PYTHON) -m pytest

.PHONY: check exhaustive fast golden mutants pages picture release site test

# All that is known by heart, in less than a minute: golden texts, numbers by hand, laws, refusals.
fast:
	$(PYTEST) tests/test_house.py tests/test_errors.py tests/test_documents.py tests/docs \
	  tests/system/test_worked_examples.py tests/explain/proving/test_theorems.py tests/explain/derivation/test_verify.py \
	  tests/laws/test_posteriors.py tests/system/test_numbers_textbooks.py tests/system/test_discrete_notes.py \
	  tests/interfaces/cli/test_refusals.py tests/teach/answers/test_reading.py tests/teach/grading/test_judging.py

# What README's command runs, and all of it with many more cases.
test:
	$(PYTEST)

exhaustive:
	$(PYTEST) --exhaustive

# The linters, the format and the types.
check:
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

# Write the golden files and the pages anew; look at every difference before it is committed.
golden: pages
	$(PYTHON) tests/system/test_worked_examples.py
	$(PYTHON) tests/explain/proving/test_theorems.py
	$(PYTHON) tests/explain/proving/test_proof_digests.py
	git diff --stat -- worked_examples exactnb/explain/proving/proof_digests.txt

# What the pages for users print, their tables that are made of others, and the notebook.
pages:
	$(PYTHON) tests/docs/test_pages.py
	git diff --stat -- README.md CONTRIBUTING.md docs worked_examples

# The pictures of README and the tutorial; docs/pictures/draw.py says what that needs.
picture:
	$(PYTHON) docs/pictures/draw.py

# A new version: its number, and the lines of changelog.d in CHANGELOG.md: make release VERSION=1.2.0
release:
	$(PYTHON) -m hatchling version $(VERSION)
	$(PYTHON) -m towncrier build --yes --version $(VERSION)

# The pages as a site in site/, which needs no network; `pip install -e '.[docs]'` first.
site:
	$(PYTHON) -m sphinx -q -W --keep-going -b html -c docs . site

# Change the kernel and the rest in one place at a time, and count how often a test notices:
# make mutants MUTANTS="--rooms verifier --sample 100 --seed 7"
mutants:
	nice $(PYTHON) benchmarks/mutants $(MUTANTS)
