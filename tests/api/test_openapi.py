"""The OpenAPI document, read by schemathesis: what is sent by it is answered by it."""

from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import positive_data_acceptance

from support import model

DOCUMENT = Path(__file__).parents[2] / "docs" / "api" / "openapi.yaml"

whole = schemathesis.openapi.from_path(DOCUMENT)
public = whole.include(path_regex="^/(pessoas|contagem)")
admin = whole.exclude(path_regex="^/(pessoas|contagem)")
few = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))


def no_schema_foresees(answer: schemathesis.Response) -> bool:
    """A refusal for what others sent before (row 12), or for an integer of more than 64 bits (row 5)."""
    if answer.status_code not in (400, 422):
        return False
    if "taken" in answer.json()["detail"]:
        return True
    try:
        model.judge(answer.request.body or b"")
    except model.Refusal as refusal:
        return refusal.why.endswith("out of range")
    return False


@public.parametrize()
@few
def test_the_public_address_keeps_to_the_document(case, deployment):
    answer = case.call(base_url=deployment.front.url, timeout=20)
    unforeseen = [positive_data_acceptance] if no_schema_foresees(answer) else []
    case.validate_response(answer, excluded_checks=unforeseen)


@admin.parametrize()
@few
def test_the_admin_address_keeps_to_the_document(case, deployment, running):
    at = (running[1] if running else deployment.instances[0].admin) or pytest.skip("no --admin-url")
    case.call_and_validate(base_url=at.url, timeout=20)
