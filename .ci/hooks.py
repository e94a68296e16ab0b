"""Gives schemathesis matches that exist, and moves that can be made, so that it meets more than 404."""

import json
import os
import random
import re
import urllib.request

import schemathesis

URL = os.environ["PLYPOST_URL"]
CALLER = os.environ["PLYPOST_TOKEN"]
MATCH_ID = re.compile(r"m_[0-9a-hjkmnp-tv-z]{16}")


def post(path, token=None, body=None):
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers, method="POST")) as answer:
        return json.load(answer)


def own_token():
    """The id of the token that all requests are made with."""
    request = urllib.request.Request(URL + "/v1/me/tokens", headers={"Authorization": f"Bearer {CALLER}"})
    with urllib.request.urlopen(request) as answer:
        return next(token["id"] for token in json.load(answer)["tokens"] if token["current"])


OWN_TOKEN = own_token()
OPPONENT = post("/v1/players", body={"name": "Opponent"})["token"]


def new_match(kind):
    """`open`: a seat is free. `own`: the caller may still leave. `active`: the caller is to move. `over`, `private`."""
    if kind in ("open", "private"):
        visibility = "public" if kind == "open" else "private"
        return post("/v1/matches", OPPONENT, {"game": "aquaignis", "visibility": visibility})["id"]
    match = post("/v1/matches", CALLER, {"game": "aquaignis"})["id"]
    if kind != "own":
        post(f"/v1/matches/{match}/join", OPPONENT)
    if kind == "over":
        post(f"/v1/matches/{match}/resign", OPPONENT)
    return match


KINDS = {
    "joinMatch": ["open", "open", "open", "over"],
    "leaveMatch": ["own", "own", "active"],
    "makeMoves": ["active"] * 6 + ["over", "open"],
    "resignMatch": ["active", "active", "own", "over"],
}
ANY_KIND = ["open", "active", "active", "over", "private"]


@schemathesis.hook
def before_call(ctx, case, kwargs):
    operation = case.operation.definition.raw["operationId"]
    chance = random.Random(repr((case.path_parameters, case.query, case.body)))
    path, query = case.path_parameters or {}, case.query or {}
    # In the stateful phase matches come from answers, and what happened to them matters.
    if case.meta.phase.name.value != "stateful" and is_match(path.get("match")) and chance.random() < 0.8:
        path["match"] = new_match(chance.choice(KINDS.get(operation, ANY_KIND)))
    # Without it there would be nothing but 401.
    if operation == "revokeToken" and path.get("token") == OWN_TOKEN:
        path["token"] = "t_0000000000000000"
    # An account of its own for each, or there would be nothing but 401 again.
    sent = kwargs.get("headers") or {}
    if operation == "closeAccount" and sent.get("Authorization") == f"Bearer {CALLER}":
        own = post("/v1/players", body={"name": "Leaver"})["token"]
        kwargs["headers"] = {**sent, "Authorization": f"Bearer {own}"}
    if operation == "makeMoves" and is_sound(case.body) and chance.random() < 0.6:
        case.body = {"ply": 0, "moves": [chance.choice(["spawn 1", "spawn 4", "spawn  7", "charge 4"])]}
    if is_whole(query.get("ply")) and chance.random() < 0.6:
        query["ply"] = 0
    if isinstance(query.get("cursor"), str) and len(query["cursor"]) <= 200 and chance.random() < 0.7:
        del query["cursor"]
    # A wait is a wait: one second tells as much as twenty-five.
    if is_whole(query.get("wait")) and 1 < query["wait"] <= 25:
        query["wait"] = 1


def is_match(value):
    return isinstance(value, str) and MATCH_ID.fullmatch(value) is not None


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_sound(body):
    return isinstance(body, dict) and set(body) == {"ply", "moves"} and is_whole(body["ply"]) and body["moves"] != []
