/** What the API is handed: nothing in it reads a clock, draws randomness or opens a connection by itself. */
import type { Play } from '../play/execute.ts';
import type { Blocks } from '../store/blocks.ts';
import type { Feeds } from '../store/feeds.ts';
import type { Invitations } from '../store/invitations.ts';
import type { Leaderboard } from '../store/leaderboard.ts';
import type { Lists } from '../store/lists.ts';
import type { LoadedMatch } from '../store/match-log.ts';
import type { Notes } from '../store/notes.ts';
import type { Plans } from '../store/plans.ts';
import type { Player, Players } from '../store/players.ts';
import type { RatingHistory } from '../store/rating-history.ts';
import type { Recovery } from '../store/recovery.ts';
import type { Results } from '../store/results.ts';
import type { Talk } from '../store/talk.ts';
import type { Token, Tokens } from '../store/tokens.ts';
import type { Traces } from '../store/traces.ts';
import type { Turns } from '../store/turns.ts';
import type { Vacations } from '../store/vacations.ts';
import type { Deliveries, Delivery, LaneQueue, Webhook, Webhooks } from '../store/webhooks.ts';
import type { Deprecations } from './deprecations.ts';
import type { Documents } from './documents.ts';
import type { RandomBytes } from './ids.ts';
import type { Limits } from './limits/limits.ts';
import type { MediaType } from './negotiate.ts';
import type { Wake } from './wake.ts';

export interface ApiDeps extends Play {
  readonly players: Players;
  readonly tokens: Tokens;
  readonly recovery: Recovery;
  readonly lists: Lists;
  readonly turns: Turns;
  readonly invitations: Pick<Invitations, 'page'>;
  readonly leaderboard: Leaderboard;
  readonly results: Results;
  readonly vacations: Vacations;
  readonly blocks: Blocks;
  readonly feeds: Feeds;
  readonly talk: Pick<Talk, 'read' | 'newest' | 'put' | 'note'>;
  readonly notes: Notes;
  readonly plans: Pick<Plans, 'get' | 'add' | 'change' | 'remove'>;
  readonly traces: Pick<Traces, 'of'>;
  readonly ratingHistory: RatingHistory;
  /** How long an answer may go on telling what happens, in milliseconds; null where answers are sent whole. */
  readonly streamMs: number | null;
  readonly wake: Wake;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly lanes: LaneQueue;
  /** Whether a webhook may be on this machine itself, for local work. */
  readonly webhookLoopback: boolean;
  readonly documents: Documents;
  /** Null: requests are not counted. */
  readonly limits: Limits | null;
  readonly deprecations: Deprecations;
  /** The address that the request came from, as whoever took the connection knows it: never by what a header says. */
  address(env: unknown): string;
  /** When the request was received; `env` is what the server under Hono passes along. */
  receivedAt(env: unknown): Date;
  now(): Date;
  readonly random: RandomBytes;
  /** The gateway's id of the request, if it has one. */
  requestId(env: unknown): string | undefined;
  report(line: LogLine): void;
  /** Ends long polls and streams when the server is to stop. */
  readonly closing: AbortSignal;
}

/** One line of the server's log, as JSON. It holds no body, no token and nothing of a match but its id. */
export interface LogLine {
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly requestId: string;
  readonly [field: string]: unknown;
}

export interface ApiEnv {
  Variables: {
    deps: ApiDeps;
    requestId: string;
    /** Of the answer, whatever it will be. */
    headers: Readonly<Record<string, string>>;
    receivedAt: Date;
    /** Such as `GET /v1/games`; null if it is none that there is. */
    operation: string | null;
    player: Player | null;
    /** With which the player came; null where nobody is known. */
    token: Token | null;
    /** Its text: set where there is a token. */
    bearer: string;
    /** Set where a route asks for them. */
    caller: Player;
    loaded: LoadedMatch;
    /** The player that a path names. */
    named: Player;
    mediaType: MediaType;
    webhook: Webhook;
    delivery: Delivery;
  };
}
