/** Plans: what a player answers to moves that may come. */
import * as z from 'zod';
import { BRANCHES_MOST, LINE_MOST, WHEN_MOST } from '../../../domain/match/plan/types.ts';
import { MOVE_TEXT_MOST, MOVES_MOST, PLY_MOST } from './match.ts';

const moveText = z.string().max(MOVE_TEXT_MOST);

const ROLL_MOST = 20;

const roll = z.string().max(ROLL_MOST);

const when = z.array(moveText).max(WHEN_MOST);

const branchSchema = z
  .strictObject({
    when: when.meta({
      description:
        'All that the opponent plays from there until it is your turn, move by move; empty where that comes at once, since ' +
        'the opponent can only pass.',
      examples: [['spawn 4', 'charge 4']],
    }),
    roll: roll.exactOptional().meta({
      description:
        'What you then roll, as the view writes its face. Without it, whatever you roll; a branch for the very roll goes ' +
        'before one for any. Only in games that have a roll.',
      examples: ['F'],
    }),
    answer: z
      .array(moveText)
      .min(1)
      .max(MOVES_MOST)
      .meta({
        description: 'Your turn. Where it is only its beginning, nothing can follow it: the rest is for you to play.',
        examples: [['charge 4', 'advance 4']],
      }),
    get next() {
      return branchesSchema.exactOptional().meta({ description: 'How it goes on after your answer.' });
    },
  })
  .meta({ id: 'PlanBranch', description: 'If exactly this comes, you answer that.' });

const branchesSchema = z
  .array(branchSchema)
  .min(1)
  .max(BRANCHES_MOST)
  .meta({
    id: 'PlanBranches',
    description: `What may come, each with its answer; no two of them the same. At most ${BRANCHES_MOST} branches in the whole plan.`,
  });

export const planFields = {
  ply: z.int().min(0).max(PLY_MOST).meta({
    description: 'The ply of the position that it goes on from, in which your opponent is to move.',
  }),
  branches: branchesSchema,
};

const lineStepSchema = z
  .strictObject({
    moves: when.meta({ description: 'All that the opponent plays until it is your turn.' }),
    roll: roll
      .exactOptional()
      .meta({ description: 'What you then roll. Without it, only branches for any roll are met.' }),
  })
  .meta({ id: 'PlanLineStep', description: 'Something that may come.' });

export const newPlanSchema = z
  .strictObject({
    ...planFields,
    line: z.array(lineStepSchema).min(1).max(LINE_MOST).exactOptional().meta({
      description:
        'Only with `dry-run`: what may come, one after the other; the answer tells what the plan would play.',
    }),
  })
  .meta({ id: 'NewPlan' });

const planSchema = z
  .strictObject({
    ...planFields,
    firing: z.boolean().meta({
      description: 'True while its answer is being played: it cannot be changed or taken away until that is done.',
    }),
  })
  .meta({ id: 'Plan', description: 'What is left of it: branches that were passed by are gone.' });

const walkedLineSchema = z
  .strictObject({
    steps: z.array(
      z
        .strictObject({
          branch: z
            .string()
            .meta({ description: 'JSON Pointer to the branch that is met.', examples: ['/branches/0'] }),
          answer: z.array(z.string()).meta({ description: 'What would be played.' }),
          ply: z.int().min(0).meta({ description: 'The ply after it.' }),
          position: z.string().meta({ description: 'The position after it, before anything is rolled.' }),
          stoppedBeforeDraw: z.boolean().meta({ description: 'True if the next thing is a roll.' }),
        })
        .meta({ id: 'WalkedPlanStep' }),
    ),
    left: z
      .union([
        z.strictObject({
          step: z.int().min(0).meta({ description: 'The step of the line, from 0.' }),
          reason: z.enum(['left_tree', 'not_legal', 'ended']).meta({
            description: '`ended`: the plan would have come to its end before. The others as in `plan.dropped`.',
          }),
        }),
        z.null(),
      ])
      .meta({ description: 'The first step that the plan has no answer to; null if it has one to each.' }),
  })
  .meta({ id: 'WalkedPlanLine' });

export const planAnswerSchema = z
  .strictObject({
    plan: z.union([planSchema, z.null()]).meta({ description: 'Null: there is none.' }),
    line: walkedLineSchema.exactOptional().meta({ description: 'There if a line was to be walked.' }),
  })
  .meta({ id: 'PlanAnswer' });
