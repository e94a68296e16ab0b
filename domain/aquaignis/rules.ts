/** The rules as players read them. */
export const rulesText = `# Aquaignis

Two players push pieces through seven flows in opposite directions. Whoever first brings four pieces off the far end
wins. Each rule has an id, which refused moves name. A ruling marked † is this site's own, where the game's source
is silent or can be read in two ways.

## The board

- **AQ-1** There are seven flows, 1 to 7, each with the slots 0 to 6. Aqua (seat 1) comes in at slot 0 and moves up,
  Ignis (seat 2) comes in at slot 6 and moves down. Forward means towards the other side's end.
- **AQ-2** † You have at most one ordinary piece in a flow, so a move names a flow and needs no slot. Your Barrier may
  be in the same flow besides. A piece has a charge from 1 to 4.
- **AQ-3** † The flows form a ring: 7 is next to 1, for jumps and for pulses.
- **AQ-4** A piece of charge 4 is a Crown. You may have one Crown at a time.
- **AQ-5** You may have one Barrier at a time, of durability 1 to 4. It stays where it is: no advance, no surge, no jump.
- **AQ-6** Your own Barrier is never in your way: your pieces enter on it, pass it and may stand on it.

## Turns

- **AQ-7** Aqua starts. The very first turn is one action, each later turn two.
- **AQ-8** † You must act while any action is legal, even one that harms you. If none is, what is left of the turn passes
  by itself. A passed turn counts like any other.

## Actions

- **AQ-10** \`spawn 3\`: a new piece of charge 1 on your entry slot of flow 3. An ordinary piece that you already have
  anywhere in that flow is given up for it. † Not while an enemy piece or Barrier is on that slot.
- **AQ-11** \`charge 3\`: your ordinary piece in flow 3 gains 1. From 3 it becomes a Crown, unless you have one.
- **AQ-12** \`charge barrier\`: your Barrier gains 1, to 4 at most. At 4 it is no Crown and takes no Crown from you.
- **AQ-13** \`advance 3\`: your ordinary piece in flow 3 goes one slot forward. Who stands there is fought (AQ-20 to AQ-23).
- **AQ-14** \`surge 3\`: for a piece of charge 3, neither more nor less. † It takes two steps, each like an advance at
  charge 3, until something stops it. Stopped at the first step it is where it was, stopped at the second it is on the
  slot between. If it lives it now has charge 1. Then comes the pulse (AQ-30). † Begun on the slot before the last, a
  surge ends on the last slot: only one begun on the last slot leaves the board.
- **AQ-15** \`barrier 3\`: your ordinary piece in flow 3 turns into your Barrier on its slot, † as durable as the piece was
  charged. Not while you have a Barrier. † A Crown may do this, and you then have no Crown.
- **AQ-16** \`jump 3 4\`: your ordinary piece in flow 3, of charge 2 or more, strikes at the enemy's ordinary piece in flow 4.
  One of these must hold:
  - the flows are next to each other, and both pieces are on the same slot;
  - both pieces are on slot 3: a Centre Jump reaches every flow;
  - the two flows are linked for you (AQ-31), and the target is on the same slot or one slot further forward
    († that is how "one step toward their entry" is read here: the target's entry).
- **AQ-17** An enemy Barrier anywhere in the target's flow forbids the jump. Only a Crown may jump there all the same, and
  not at a piece on the Barrier's own slot. Barriers cannot be jumped at, and your own never matters.
- **AQ-18** Both the jumper and its target lose 1. A target that falls to 0 is destroyed, and the jumper takes its
  slot; otherwise the jumper stays where it was. † If you already have an ordinary piece in the target's flow, the jumper
  stays where it was in any case.

## Clashes

When an advance or surge runs into the enemy:

- **AQ-20** The attacker's charge is higher: the defender is destroyed, and the attacker moves in unharmed.
- **AQ-21** The attacker's is lower: the attacker is destroyed, the defender is unharmed.
- **AQ-22** They are equal, Crowns included: each loses 1, and is destroyed at 0. An attacker that lives stays where it
  was; a surge ends there.
- **AQ-23** Against a Barrier: with a charge above its durability the attacker destroys it and moves in unharmed.
  Otherwise each loses 1, is destroyed at 0, and the attacker does not move in. † A piece standing on the Barrier is
  met after the Barrier has been destroyed, in the same step; if both attacker and Barrier vanish, it is not met.

## Pulse and links

- **AQ-30** † After each surge that did not win the game, the two flows next to it are pulsed, the lower number first:
  your ordinary piece there gains 1, to 3 at most; where you have none, one of charge 1 comes onto your entry slot, if no
  enemy piece or Barrier is on it. Barriers gain nothing. The pulse comes whether the surger was stopped, destroyed or left
  the board.
- **AQ-31** If you had an ordinary piece in both of those flows before the pulse, they are now linked for you. † It does
  not matter whether the pieces could still gain.
- **AQ-32** A link lasts to the end of your next turn, the turn after the one you surged in. † You have one link at most:
  a new one takes the place of the old. It ties flows, not pieces, and goes on when a piece is gone.
- **AQ-33** Parallel Advance: after \`advance\` in a linked flow, however it went, your ordinary piece in the other linked
  flow takes a step too, with all that comes of it. † It must. It costs no action, and does not come if the game is already
  won. A surge does not cause it, and it does not cause another.
- **AQ-34** Harmonic Charge: \`charge\` of an ordinary piece in a linked flow also gives 1 to yours in the other, to 3 at
  most. Charging the Barrier does not do this, and a charge that is not legal does not become so.

## The end

- **AQ-40** A breakthrough: a piece that advances or surges from the last slot (6 for Aqua, 0 for Ignis) leaves the
  board and scores 1. Merely getting to the last slot scores nothing, but both may be done in one turn.
- **AQ-41** Four breakthroughs win at once, in the middle of a turn too.
- **AQ-42** † At the start of each turn the game is drawn, for the first of these reasons that holds:
  - *repetition*: the same position (pieces, Barriers, links with what is left of their life, score), with the same
    side to move, is there at the start of a turn for the third
    time since the last turn with a breakthrough or a destruction (the position after that turn, or the start of the game,
    is the first);
  - *quiet*: 60 turns of both sides together without a breakthrough and without anything destroyed in a clash or a
    jump. A piece given up for a spawn does not count as destroyed;
  - *length*: 1,000 turns have been played.

Worth knowing: nobody can attack a Barrier on your far slot, so it closes that entry to your opponent for the rest of the
game. But it also remains your only Barrier.

## Writing moves

One action is one move: \`spawn 3\`, \`charge 3\`, \`charge barrier\`, \`advance 3\`, \`surge 3\`, \`barrier 3\`, \`jump 3 4\`.
Short forms are \`s3\`, \`c3\`, \`cb\`, \`a3\`, \`u3\`, \`b3\` and \`j34\`, each written as one word. Upper or lower case is the
same, and so are more blanks between words. † Blanks before and after a move do not matter either.
`;
