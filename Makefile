# Targets with a '##' comment are listed by a bare `make`.
SHELL := /bin/sh
BIN := .venv/bin
STAMP := .venv/.installed

.DEFAULT_GOAL := help
.PHONY: help demo test soak golden bench clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST)

demo: $(STAMP) ## play the first turns of the Kharkov campaign in a fresh folder and show a report
	@$(BIN)/python examples/demo.py

test: $(STAMP) ## everything a reviewer would run: lint, types, imports, tests
	@$(BIN)/ruff check
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/pytest -q -n auto

soak: $(STAMP) ## long runs of random games
	@$(BIN)/pytest -q -n auto -m soak

golden: $(STAMP) ## regenerate the games in examples/; review the difference
	@$(BIN)/python -m tests.golden

bench: $(STAMP) ## print a table of speed ratios
	@$(BIN)/python tests/benchmarks/bench.py

clean: ## remove the virtual environment, caches and build output
	@rm -rf .venv demo dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml constraints.txt
	@for python in python3.11 python3 python3.12 python3.13 python3.14 python; do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$${found:-}" ]; then echo "Python 3.11 or later is needed" >&2; exit 1; fi; \
	echo "setting up .venv with $$found (once)" >&2; \
	[ -x $(BIN)/python ] || $$found -m venv .venv
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@
