import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findOnPath } from '../process/commands.ts'
import { unpackPackages } from './debian-packages.ts'

/** The program, and the variables that it needs to find its libraries. */
export type PgBouncer = { program: string; env: NodeJS.ProcessEnv }

/**
 * Finds PgBouncer: on the PATH, else unpacks Debian's package with the libraries that a minimal Debian lacks (3 MB).
 *
 * @param log receives one sentence if something is downloaded
 * @throws Problem if there is none and none can be downloaded
 */
export async function ensurePgBouncer(log: (line: string) => void = () => {}): Promise<PgBouncer> {
  const installed = findOnPath('pgbouncer')
  if (installed) return { program: installed, env: {} }
  const unpacked = await unpackPackages(['pgbouncer', 'libevent-2.1-7', 'libc-ares2', 'libssl3'], log)
  const libraries = join(unpacked, 'usr/lib')
  const [architecture = ''] = (await readdir(libraries)).filter((name) => name.endsWith('-linux-gnu'))
  return {
    program: join(unpacked, 'usr/sbin/pgbouncer'),
    env: { LD_LIBRARY_PATH: join(libraries, architecture) },
  }
}
