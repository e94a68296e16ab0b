/** The folder that keeps the data: for one server at a time, and marked when it was left with nothing undone. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

export interface DataFolder {
  readonly engineFolder: string;
  /** Where a clock that was put forward keeps how far. */
  readonly clockFile: string;
  /** True if the last server here stopped in order, so that nothing is to be caught up. */
  readonly leftClean: boolean;
  leave(clean: boolean): Promise<void>;
}

/** @throws FolderInUseError if a living process has the folder. */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const lock = join(folder, 'server.pid');
  const clean = join(folder, 'clean');
  await mkdir(folder, { recursive: true });
  const holder = Number(await readFile(lock, 'utf8').catch(() => '0'));
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    throw new FolderInUseError(`process ${holder} uses ${folder}; if that is no Plypost, delete ${lock}`);
  }
  await writeFile(lock, String(process.pid));
  const leftClean = (await readFile(clean, 'utf8').catch(() => '')) !== '';
  await rm(clean, { force: true });
  return {
    engineFolder: join(folder, 'db'),
    clockFile: join(folder, 'clock-ahead'),
    leftClean,
    async leave(isClean) {
      if (isClean) await writeFile(clean, 'nothing undone\n');
      await rm(lock, { force: true });
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
