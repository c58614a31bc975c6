# The two commands that matter: `make run` and `make test`. Everything else is for those who change the code.
PYTHON ?= python3
export PORT

.PHONY: run test check bench soak lock messages environment format rules

run: ## start the site with a demo event
	@$(PYTHON) .tools/start.py run

test: ## run every test
	@$(PYTHON) .tools/start.py test $(ARGS)

environment: ## make .venv with everything for development
	@$(PYTHON) .tools/start.py environment

check: environment ## lint, types, import contracts, templates, translations, migrations
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports .importlinter
	git ls-files 'templates/*.html' | xargs .venv/bin/djade --target-version 5.2 --check
	.venv/bin/python manage.py makemigrations --check --dry-run
	BEHIND_HTTPS=1 .venv/bin/python manage.py check --deploy --fail-level WARNING

format: environment ## put code and templates into their form
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .
	git ls-files 'templates/*.html' | xargs .venv/bin/djade --target-version 5.2

bench: environment ## measure, ratios side by side in one run; the result is written to tests/bench/RESULT.txt
	.venv/bin/python -m tests.bench

rules: environment ## write the rules of the games as JavaScript for the tablet, anew from the engines
	.venv/bin/python -m cacho_tournaments.games script static/tablet/rules

soak: environment ## tablets in a bad network and a server that is killed, on both databases: make soak MINUTES=10 TABLETS=40
	.venv/bin/python -m tests.soak --minutes $(or $(MINUTES),5) --tablets $(or $(TABLETS),30) --browsers $(or $(BROWSERS),2)

messages: environment ## collect the strings to translate and compile the translations
	.venv/bin/python manage.py makemessages --locale es --locale ru --no-location --ignore .venv --ignore var
	.venv/bin/python manage.py compilemessages --verbosity 0 --ignore .venv

lock: environment ## resolve requirements.in anew
	uv pip compile --quiet --generate-hashes --python-version 3.11 --no-emit-index-url --no-emit-find-links requirements.in -o requirements.txt
	uv pip compile --quiet --generate-hashes --python-version 3.11 --no-emit-index-url --no-emit-find-links tests/requirements.in -o tests/requirements.txt
