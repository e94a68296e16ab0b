declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface Options {
    /** Folder of the LevelDB store; in memory without one. */
    readonly path?: string;
    readonly createTableMs?: number;
  }

  export default function dynalite(options?: Options): Server;
}
