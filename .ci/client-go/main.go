// Plays a match of Astromagie with the client that oapi-codegen generated: every call, and all that is read, is its own.
// Tells what held; the last line counts it.
package main

import (
	"context"
	"fmt"
	"math/rand"
	"net/http"
	"os"
	"strings"
	"time"

	"plypost.invalid/client/api"
)

const pliesMost = 3000

var (
	url            = os.Getenv("PLYPOST_URL")
	ctx            = context.Background()
	chance         = rand.New(rand.NewSource(2026))
	passed, failed int
)

type client = *api.ClientWithResponses

func check(what string, held bool) {
	if held {
		passed++
		fmt.Println("ok:", what)
	} else {
		failed++
		fmt.Println("FAILED:", what)
	}
}

// done gives the response to a call; a fault ends the match.
func done[Response any](response Response, err error) Response {
	if err != nil {
		panic(err)
	}
	return response
}

// must gives what a body was decoded to, if the status was the awaited one; anything else ends the match.
func must[T any](decoded *T, body []byte) T {
	if decoded == nil {
		panic(fmt.Sprintf("%T was awaited, not %s", decoded, body))
	}
	return *decoded
}

func to[T any](value T) *T { return &value }

func clientOf(token string) client {
	authorize := func(_ context.Context, request *http.Request) error {
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		return nil
	}
	return done(api.NewClientWithResponses(url, api.WithRequestEditorFn(authorize)))
}

func sitDown(name string) (client, api.Account) {
	made := done(clientOf("").CreatePlayerWithResponse(ctx, nil, api.NewPlayer{Name: name}))
	account := must(made.JSON201, made.Body)
	return clientOf(account.Token), account
}

func viewOf(match api.Match) api.AstromagieView {
	if match.View == nil {
		panic("the match has no view")
	}
	return done(match.View.AsAstromagieView())
}

func matchAsSeenBy(c client, id string) api.Match {
	read := done(c.GetMatchWithResponse(ctx, id, nil))
	return must(read.JSON200, read.Body)
}

func problems(match api.Match, playing, waiting client) {
	legal := done(waiting.ListLegalMovesWithResponse(ctx, match.Id))
	hidden := must(legal.ApplicationproblemJSON403, legal.Body)
	check("the other's legal moves are refused", hidden.Code == api.ProblemCodeNotYourSeat)

	stale := done(playing.MakeMovesWithResponse(ctx, match.Id, nil, api.Moves{Ply: 7, Moves: []string{"discard ari"}}))
	told := must(stale.ApplicationproblemJSON409, stale.Body)
	check("a stale ply is a problem that tells the present one",
		told.Code == api.ProblemCodeStalePly && told.Ply != nil && *told.Ply == 0 && told.Status == 409)
	check("and its request's id is in the header", stale.Headers409.XRequestId == told.RequestId)

	unread := done(playing.MakeMovesWithResponse(ctx, match.Id, nil, api.Moves{Ply: 0, Moves: []string{"fly away"}}))
	move := must(unread.ApplicationproblemJSON422, unread.Body)
	check("a text that is no move is pointed at",
		move.Code == api.ProblemCodeUnreadableMove && move.Index != nil && *move.Index == 0)

	wrong := done(playing.MakeMovesWithResponse(ctx, match.Id, nil, api.Moves{Ply: -1, Moves: []string{"discard ari"}}))
	fields := must(must(wrong.ApplicationproblemJSON422, wrong.Body).Errors, wrong.Body)
	check("a wrong field is pointed at",
		len(fields) == 1 && fields[0].In == api.FieldErrorInBody && fields[0].Pointer == "/ply")
}

func playOn(match api.Match, clients map[int]client) api.Match {
	for match.Status == api.MatchStatusActive && match.Ply < pliesMost {
		c := clients[match.ToMove[0]]
		listed := done(c.ListLegalMovesWithResponse(ctx, match.Id))
		legal := must(listed.JSON200, listed.Body)
		move := legal.Moves[chance.Intn(len(legal.Moves))].Text
		made := done(c.MakeMovesWithResponse(ctx, match.Id, nil, api.Moves{Ply: legal.Ply, Moves: []string{move}}))
		match = must(made.JSON200, made.Body)
		viewOf(match)
		if match.Ply%50 == 0 {
			fmt.Println("   ply", match.Ply)
		}
	}
	return match
}

func readLog(match api.Match, c client) {
	var commits []api.Commit
	for after, more := 0, true; more; {
		read := done(c.ListEventsWithResponse(ctx, match.Id, &api.ListEventsParams{After: &after}))
		page := must(read.JSON200, read.Body)
		commits = append(commits, page.Commits...)
		after, more = page.Next, page.More
	}
	whole := len(commits) == match.Head.Seq && commits[len(commits)-1].Hash == match.Head.Hash
	prev := strings.Repeat("0", 64)
	types := map[string]int{}
	for i, commit := range commits {
		whole = whole && commit.Seq == i+1 && commit.Prev == prev
		prev = commit.Hash
		for _, event := range commit.Events {
			types[event.Type]++
		}
	}
	check("the log is whole and tied together", whole)
	check("the log tells what happened",
		types["match.created"] == 1 && types["seat.joined"] == 2 && types["move.made"] == match.Ply && types["match.finished"] == 1)

	record := func(form api.GetRecordParamsForm) any {
		read := done(c.GetRecordWithResponse(ctx, match.Id, &api.GetRecordParams{Form: &form}))
		decoded := must(read.JSON200, read.Body)
		return done(decoded.ValueByDiscriminator())
	}
	full, isFull := record(api.GetRecordParamsFormFull).(api.FullRecord)
	check("the record holds the log", isFull && len(full.Commits) == len(commits) && full.Head == match.Head)
	compact, isCompact := record(api.GetRecordParamsFormCompact).(api.CompactRecord)
	check("the compact record is another type", isCompact && len(compact.Commits) == len(commits) && compact.Head == match.Head)
}

// The feed follows what happened a little later.
func readFeed(match api.Match, c client) {
	moves, turns, ended := 0, 0, false
	params := api.ListMyEventsParams{After: to("0"), Wait: to(2)}
	for range 10 {
		read := done(c.ListMyEventsWithResponse(ctx, &params))
		page := must(read.JSON200, read.Body)
		for _, entry := range page.Entries {
			switch told := done(entry.ValueByDiscriminator()).(type) {
			case api.MoveMadeEntry:
				moves += len(told.Moves)
			case api.TurnStartedEntry:
				turns++
			case api.MatchFinishedEntry:
				ended = told.Match == match.Id && told.Outcome.Reason == match.Outcome.Reason
			}
		}
		params.After = &page.Next
		if ended {
			break
		}
	}
	check("every move is in the feed, and each of one's turns", moves == match.Ply && turns > 0 && turns < match.Ply)
	check("and so is the end", ended)
}

// Lists lag a little behind.
func isListed(match api.Match, c client) bool {
	params := api.ListMatchesParams{Mine: to(true), Status: to(api.ListMatchesParamsStatusFinished)}
	for range 50 {
		read := done(c.ListMatchesWithResponse(ctx, &params))
		list := must(read.JSON200, read.Body)
		for _, listed := range list.Matches {
			if listed.Id == match.Id && listed.Head == match.Head {
				return true
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return false
}

func play() {
	defer func() {
		if fault := recover(); fault != nil { // What has been counted is told all the same.
			check(fmt.Sprint(fault), false)
		}
	}()
	ada, account := sitDown("Ada")
	bob, _ := sitDown("Bob")
	me := done(ada.GetMeWithResponse(ctx))
	check("an account is who its token says", must(me.JSON200, me.Body).Player == account.Player)
	catalogue := done(clientOf("").ListGamesWithResponse(ctx))
	seats := map[string]api.SeatRange{}
	for _, game := range must(catalogue.JSON200, catalogue.Body).Games {
		seats[game.Id] = game.Seats
	}
	check("the catalogue tells the game", seats["astromagie"] == api.SeatRange{Least: 2, Most: 5})

	made := done(ada.CreateMatchWithResponse(ctx, nil, api.NewMatch{
		Game:       "astromagie",
		Seats:      to(2),
		Options:    &map[string]any{"deals": 1},
		Visibility: to(api.VisibilityPublic),
		Entropy:    to("rain on a tin roof"),
	}))
	match := must(made.JSON201, made.Body)
	empty := match.View == nil && match.StartedAt == nil && match.Seats[1].Player == nil
	check("a match is made, with nothing in it", match.Status == api.MatchStatusOpen && empty)
	joined := done(bob.JoinMatchWithResponse(ctx, match.Id, api.Join{Seat: to(2)}))
	match = must(joined.JSON200, joined.Body)
	check("the join starts it", match.Status == api.MatchStatusActive && len(match.ToMove) == 1)

	clients := map[int]client{1: ada, 2: bob}
	for seat := 1; seat <= 2; seat++ {
		hands := viewOf(matchAsSeenBy(clients[seat], match.Id)).Hands
		own, others := hands[seat-1], hands[2-seat]
		check(fmt.Sprintf("seat %d sees its own hand alone", seat), own != nil && len(*own) > 0 && others == nil)
	}
	toMove := match.ToMove[0]
	problems(match, clients[toMove], clients[3-toMove])

	match = playOn(match, clients)
	fmt.Printf("   ply %d: %+v\n", match.Ply, match.Outcome)
	check("the match is played to its end", match.Status == api.MatchStatusFinished && match.Outcome != nil &&
		viewOf(match).Ending != nil && len(match.ToMove) == 0)
	check("the seed is shown then", match.Chance.Seed != nil)
	check("it is in the list of one's own", isListed(match, ada))
	readLog(match, bob)
	readFeed(match, bob)
	board := done(ada.GetBoardTextWithResponse(ctx, match.Id, nil))
	check("the board is a text", strings.HasPrefix(string(board.Body), "Astromagie"))
}

func main() {
	play()
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}
