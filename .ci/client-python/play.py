"""Plays a match of Aquaignis with the client that openapi-python-client generated: every call, and all that is read, is
its own. Tells what held; the last line counts it."""

import os
import random
import sys

from plypost_client import AuthenticatedClient, Client
from plypost_client.api.boards import get_board_text
from plypost_client.api.events import list_events, list_my_events
from plypost_client.api.games import get_game
from plypost_client.api.log import get_record
from plypost_client.api.matches import create_match, get_match, join_match
from plypost_client.api.moves import list_legal_moves, make_moves
from plypost_client.api.players import create_player, get_me
from plypost_client.models import (
    Account,
    AquaignisView,
    Commits,
    CompactRecord,
    DryRun,
    FeedPage,
    FieldErrorIn,
    FullRecord,
    Game,
    GetRecordForm,
    Join,
    LegalMoves,
    Match,
    MatchFinishedEntry,
    MatchStatus,
    Me,
    MoveMadeEntry,
    Moves,
    NewMatch,
    NewPlayer,
    Outcome,
    Problem,
    ProblemCode,
    Visibility,
)
from plypost_client.types import Unset

URL = os.environ["PLYPOST_URL"]
PLIES_MOST = 3000
chance = random.Random(2026)
counts = {True: 0, False: 0}


def check(what: str, held: bool) -> None:
    counts[held] += 1
    print(f"{'ok' if held else 'FAILED'}: {what}", flush=True)


def must(kind, answer):
    """The answer, if it is of this kind; anything else ends the match."""
    if not isinstance(answer, kind):
        raise TypeError(f"{kind.__name__} was awaited, not {answer!r}")
    return answer


def sit_down(name: str) -> tuple[AuthenticatedClient, Account]:
    nobody = Client(base_url=URL, raise_on_unexpected_status=True)
    account = must(Account, create_player.sync(client=nobody, body=NewPlayer(name=name)))
    return AuthenticatedClient(base_url=URL, token=account.token, raise_on_unexpected_status=True), account


def problems(match: Match, ada: AuthenticatedClient) -> None:
    def refused(ply: int, *moves: str) -> Problem:
        return must(Problem, make_moves.sync(match.id, client=ada, body=Moves(ply=ply, moves=list(moves))))

    stale = refused(7, "spawn 4")
    check("a stale ply is a problem that tells the present one", stale.code == ProblemCode.STALE_PLY and stale.ply == 0)
    illegal = refused(0, "advance 1")
    named = isinstance(illegal.rule, str) and illegal.rule.startswith("AQ-")
    check("an illegal move names its rule", illegal.code == ProblemCode.ILLEGAL_MOVE and illegal.index == 0 and named)
    wrong = refused(-1, "spawn 4")
    fields = [] if isinstance(wrong.errors, Unset) else [(each.in_, each.pointer) for each in wrong.errors]
    check("a wrong field is pointed at", fields == [(FieldErrorIn.BODY, "/ply")])
    gone = must(Problem, get_match.sync("m_0000000000000000", client=ada))
    check("an unknown match is a problem", gone.code == ProblemCode.NOT_FOUND and gone.status == 404)


def play_on(match: Match, clients: dict[int, AuthenticatedClient]) -> Match:
    # By chance, but surging where that is allowed: so the match is won, not drawn.
    while match.status == MatchStatus.ACTIVE and match.ply < PLIES_MOST:
        client = clients[match.to_move[0]]
        legal = must(LegalMoves, list_legal_moves.sync(match.id, client=client))
        move = max(legal.moves, key=lambda each: (each.text.startswith("surge"), chance.random()))
        after = make_moves.sync(match.id, client=client, body=Moves(ply=legal.ply, moves=[move.text]))
        match = must(Match, after)
        if match.ply % 50 == 0:
            print(f"   ply {match.ply}", flush=True)
    return match


def read_log(match: Match, client: AuthenticatedClient) -> None:
    commits, after, more = [], 0, True
    while more:
        page = must(Commits, list_events.sync(match.id, client=client, after=after))
        commits += page.commits
        after, more = page.next_, page.more
    tied = all(later.prev == former.hash_ for former, later in zip(commits, commits[1:]))
    whole = [each.seq for each in commits] == list(range(1, match.head.seq + 1))
    check("the log is whole and tied together", tied and whole and commits[-1].hash_ == match.head.hash_)
    types = {event.type_ for commit in commits for event in commit.events}
    check("the log tells what happened", {"match.created", "seat.joined", "move.made", "match.finished"} <= types)

    full = must(FullRecord, get_record.sync(match.id, client=client))
    told = match.outcome.to_dict()
    text = told.pop("text")
    check("the record holds the log", full.commits == commits and full.outcome.to_dict() == told)
    check("how it ended is told to people", text.endswith(full.outcome.to_dict()["detail"]["text"]))
    compact = must(CompactRecord, get_record.sync(match.id, client=client, form=GetRecordForm.COMPACT))
    check("the compact record is another type", len(compact.commits) == len(commits) and compact.head == match.head)


def read_feed(match: Match, client: AuthenticatedClient) -> None:
    told, after = [], "0"
    # It follows what happened a little later.
    for _ in range(10):
        page = must(FeedPage, list_my_events.sync(client=client, after=after, wait=2))
        told += page.entries
        after = page.next_
        if any(isinstance(entry, MatchFinishedEntry) for entry in told):
            break
    moves = [entry for entry in told if isinstance(entry, MoveMadeEntry)]
    check("every move is in the feed", sum(len(entry.moves) for entry in moves) == match.ply)
    ends = [entry for entry in told if isinstance(entry, MatchFinishedEntry)]
    check("and so is the end", [end.match for end in ends] == [match.id] and told[-1] == ends[0])


def main() -> None:
    ada, account = sit_down("Ada")
    bob, _ = sit_down("Bob")
    me = must(Me, get_me.sync(client=ada))
    check("an account is who its token says", me.player == account.player)
    game = must(Game, get_game.sync("aquaignis", client=Client(base_url=URL)))
    check("the catalogue tells the game", (game.seats.least, game.seats.most, game.hidden) == (2, 2, False))

    new = NewMatch(game=game.id, visibility=Visibility.UNLISTED, entropy="rain on a tin roof")
    match = must(Match, create_match.sync(client=ada, body=new, idempotency_key="the-match-of-Ada-and-Bob"))
    empty = match.view is None and match.started_at is None and match.seats[1].player is None
    check("a match is made, with nothing in it", match.status == MatchStatus.OPEN and empty)
    again = must(Match, create_match.sync(client=ada, body=new, idempotency_key="the-match-of-Ada-and-Bob"))
    check("and made once, however often it is asked for", again == match)
    match = must(Match, join_match.sync(match.id, client=bob, body=Join()))
    check("the join starts it", match.status == MatchStatus.ACTIVE and match.to_move == [1])
    check("its view is the game's own", isinstance(match.view, AquaignisView) and len(match.view.flows) == 7)

    problems(match, ada)
    tried = make_moves.sync(match.id, client=ada, body=Moves(ply=0, moves=["spawn 4"]), dry_run=True)
    check("a dry run says that it is one", isinstance(must(Match, tried).dry_run, DryRun))
    now = must(Match, get_match.sync(match.id, client=bob))
    check("and plays nothing", (now.head, now.ply, now.position) == (match.head, match.ply, match.position))

    match = play_on(match, {1: ada, 2: bob})
    print(f"   ply {match.ply}: {match.outcome}", flush=True)
    won = isinstance(match.outcome, Outcome) and len(match.outcome.winners) == 1 and match.to_move == []
    check("the match is played to its end", match.status == MatchStatus.FINISHED and won)
    past = must(Match, get_match.sync(match.id, client=ada, ply=1))
    check("an earlier state can be read", past.ply == 1 and past.outcome is None)
    read_log(match, ada)
    read_feed(match, ada)
    board = must(str, get_board_text.sync(match.id, client=ada))
    check("the board is a text", board.startswith("Aquaignis"))


try:
    main()
except Exception as fault:  # What has been counted is told all the same.
    check(f"{type(fault).__name__}: {fault}", False)
print(f"{counts[True]} passed, {counts[False]} failed")
sys.exit(counts[False] > 0)
