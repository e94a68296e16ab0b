"""Gives schemathesis matches that exist, and moves that can be made, so that it meets more than 404."""

import json
import os
import random
import re
import urllib.request

import schemathesis

URL = os.environ["PLYPOST_URL"]
CALLER = os.environ["PLYPOST_TOKEN"]
PLAYER_ID = re.compile(r"p_[0-9a-hjkmnp-tv-z]{16}")
CODE = re.compile(r"[0-9a-hjkmnp-tv-z]{16}-[0-9a-hjkmnp-tv-z]{26}")
MATCH_ID = re.compile(r"m_[0-9a-hjkmnp-tv-z]{16}")


def post(path, token=None, body=None):
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers, method="POST")) as answer:
        return json.load(answer)


def get(path):
    request = urllib.request.Request(URL + path, headers={"Authorization": f"Bearer {CALLER}"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


OWN_ID = get("/v1/me")["player"]["id"]
# Of the token that all requests are made with.
OWN_TOKEN = next(token["id"] for token in get("/v1/me/tokens")["tokens"] if token["current"])
ACCOUNT = post("/v1/players", body={"name": "Opponent"})
OPPONENT = ACCOUNT["token"]
STRANGER = post("/v1/players", body={"name": "Stranger"})["player"]["id"]


def new_match(kind):
    """`open`: a seat is free. `own`: the caller may still leave. `active`: the caller is to move, `waiting`:
    not. `invited`: the caller is, to a private one. `over`, `private`."""
    if kind == "invited":
        wish = {"game": "aquaignis", "visibility": "private", "invited": [OWN_ID]}
        return post("/v1/matches", OPPONENT, wish)["id"]
    if kind in ("open", "private"):
        visibility = "public" if kind == "open" else "private"
        return post("/v1/matches", OPPONENT, {"game": "aquaignis", "visibility": visibility})["id"]
    match = post("/v1/matches", CALLER, {"game": "aquaignis"})["id"]
    if kind != "own":
        post(f"/v1/matches/{match}/join", OPPONENT)
    if kind == "waiting":
        post(f"/v1/matches/{match}/moves", CALLER, {"ply": 0, "moves": ["spawn 4"]})
    if kind == "over":
        post(f"/v1/matches/{match}/resign", OPPONENT)
    return match


KINDS = {
    "joinMatch": ["open", "open", "open", "over"],
    "acceptInvitation": ["invited", "invited", "own", "open"],
    "declineInvitation": ["invited", "invited", "own", "active"],
    "invitePlayer": ["own", "own", "active", "open"],
    "withdrawInvitation": ["own", "own", "open"],
    "makeLink": ["own", "own", "active", "open"],
    "listLinks": ["own", "own", "open"],
    "revokeLink": ["own", "own", "open"],
    "leaveMatch": ["own", "own", "active"],
    "makeMoves": ["active"] * 6 + ["over", "open"],
    "setPlan": ["waiting"] * 6 + ["active", "over"],
    "getPlan": ["waiting", "active"],
    "deletePlan": ["waiting", "active"],
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
    # Never the opponent, whose matches could not be joined any more.
    if operation in ("blockPlayer", "unblockPlayer") and is_player(path.get("player")) and chance.random() < 0.8:
        path["player"] = STRANGER
    if operation == "invitePlayer" and isinstance(case.body, dict) and set(case.body) == {"player"}:
        case.body = {"player": chance.choice([ACCOUNT["player"]["id"], OWN_ID, case.body["player"]])}
    if operation in ("previewLink", "openLink") and is_code(case.body) and chance.random() < 0.8:
        case.body["code"] = post(f"/v1/matches/{new_match('open')}/links", OPPONENT)["code"]
    # Without it there would be nothing but 401.
    if operation == "revokeToken" and path.get("token") == OWN_TOKEN:
        path["token"] = "t_0000000000000000"
    if operation == "makeMoves" and is_sound(case.body) and chance.random() < 0.6:
        case.body = {"ply": 0, "moves": [chance.choice(["spawn 1", "spawn 4", "spawn  7", "charge 4"])]}
    if operation == "setPlan" and is_sound_plan(case.body) and chance.random() < 0.6:
        answer = [chance.choice(["spawn 1", "charge 4", "surge 4"])]
        case.body = {"ply": 1, "branches": [{"when": ["spawn 4", "charge 4"], "answer": answer}]}
    if is_whole(query.get("ply")) and chance.random() < 0.6:
        query["ply"] = 0
    if isinstance(query.get("cursor"), str) and len(query["cursor"]) <= 200 and chance.random() < 0.7:
        del query["cursor"]
    # A wait is a wait: one second tells as much as twenty-five.
    if is_whole(query.get("wait")) and 1 < query["wait"] <= 25:
        query["wait"] = 1


def is_match(value):
    return isinstance(value, str) and MATCH_ID.fullmatch(value) is not None


def is_player(value):
    return isinstance(value, str) and PLAYER_ID.fullmatch(value) is not None


def is_code(body):
    return isinstance(body, dict) and isinstance(body.get("code"), str) and CODE.fullmatch(body["code"]) is not None


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_sound(body):
    return isinstance(body, dict) and set(body) == {"ply", "moves"} and is_whole(body["ply"]) and body["moves"] != []


def is_sound_plan(body):
    """Whether its outermost fields are as they should be; what is wrong in its branches is told before the match is looked at."""
    if not isinstance(body, dict) or set(body) != {"ply", "branches"} or not is_whole(body["ply"]):
        return False
    return isinstance(body["branches"], list) and body["branches"] != [] and all(map(is_sound_branch, body["branches"]))


def is_sound_branch(branch):
    if not isinstance(branch, dict) or not {"when", "answer"} <= set(branch) <= {"when", "answer", "roll"}:
        return False
    return all(isinstance(branch[field], list) and all(isinstance(move, str) and len(move) <= 200 for move in branch[field])
               and len(branch[field]) <= most for field, most in (("when", 48), ("answer", 24))) and branch["answer"] != [] \
        and isinstance(branch.get("roll", ""), str) and len(branch.get("roll", "")) <= 20
