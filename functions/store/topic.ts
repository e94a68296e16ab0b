/** What a change is about: a match whose log has grown, or a player whose feed has. What has changed is seen by looking. */
import type { MatchId, PlayerId } from '../../domain/match/types.ts';

export type Topic = MatchId | PlayerId;
