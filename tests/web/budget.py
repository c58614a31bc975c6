"""How many queries a page may cost: the figures stand in ``tests/budgets.json``, one a page.

Knows: the test client, the count of queries, the file. Does not know: any page.

A page that costs more has lost a prefetch; one that costs less has earned a smaller figure: both are said.
``UPDATE_BUDGETS=1`` writes the new figures, to be read in the change before it is committed.
"""

import json
import os
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.db import connection
from django.test.client import Client
from django.test.utils import CaptureQueriesContext

FILE = Path(__file__).resolve().parent.parent / "budgets.json"


def assert_budget(client: Client, url: str, name: str, **headers: Any) -> Any:
    """Get the page and compare its queries with the figure of ``name``; return the answer.

    Raises: AssertionError when the page is not answered with 200, or costs another number of queries.
    """
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(url, **headers)
    assert answer.status_code == HTTPStatus.OK, f"{url} answered {answer.status_code}"
    assert_cost(captured, name)
    return answer


def assert_cost(captured: CaptureQueriesContext, name: str) -> None:
    """Compare the queries of whatever was captured with the figure of ``name``.

    Raises: AssertionError where there were more or fewer.
    """
    asked = [query["sql"] for query in captured.captured_queries if _is_question(query["sql"])]
    if os.environ.get("UPDATE_BUDGETS"):
        _write(name, len(asked))
    figures = _read()
    assert name in figures, f"{name} has no figure in {FILE.name}: run once with UPDATE_BUDGETS=1"
    listing = "\n".join(asked)
    assert len(asked) == figures[name], (
        f"{name}: {len(asked)} queries, allowed are {figures[name]}\n{listing}"
    )


def _is_question(sql: str) -> bool:
    """Savepoints and transaction marks are no question to the data and differ between databases."""
    return not sql.upper().startswith(("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT"))


def _read() -> dict[str, int]:
    return dict(json.loads(FILE.read_text(encoding="utf-8"))) if FILE.exists() else {}


def _write(name: str, count: int) -> None:
    figures = {**_read(), name: count}
    FILE.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n", encoding="utf-8")
