import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { commitHash, NO_HASH } from '../../domain/log/commit.ts';

describe('the hash of a commit', () => {
  const at = '2026-03-01T12:00:00.000Z';
  const events = [{ type: 'seat.joined', seat: 1, player: 'p_1', entropy: 'é' }];

  test('is sha256 of the canonical text of its place and events', () => {
    const text = `{"at":"${at}","events":[{"entropy":"é","player":"p_1","seat":1,"type":"seat.joined"}],"match":"m_1","prev":"${NO_HASH}","seq":1,"v":1}`;
    expect(commitHash('m_1', 1, at, NO_HASH, events)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
  });

  test('changes with each of them', () => {
    const hashes = [
      commitHash('m_1', 1, at, NO_HASH, events),
      commitHash('m_2', 1, at, NO_HASH, events),
      commitHash('m_1', 2, at, NO_HASH, events),
      commitHash('m_1', 1, '2026-03-01T12:00:00.001Z', NO_HASH, events),
      commitHash('m_1', 1, at, '1'.repeat(64), events),
      commitHash('m_1', 1, at, NO_HASH, []),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
