import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, loadConfig } from '@jaanch/platform/config'
import { createPostgresPool } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { claimDataDir } from '../local/data-dir.ts'
import { closedSentence } from '../local/migrations/closed.ts'
import { findMissing } from '../local/migrations/migrate.ts'
import { clusterDir, SUPERUSER } from '../local/postgres/cluster.ts'
import { readPidFile } from '../local/postgres/leftover.ts'
import { Problem } from '../local/problem.ts'
import { isAlive } from '../local/process/inspect.ts'
import { readConfig } from '../local/redis/config.ts'
import { NoStackProblem } from './exit-codes.ts'

/** SQLSTATE */
const insufficientPrivilege = '42501'
const undefinedTable = '42P01'

/** Addresses of the servers; `ownerUrl` is for what only the owner of the tables may do. Most commands work without Redis. */
type Addresses = { databaseUrl: string; ownerUrl: string; redisUrl: string | undefined }
export type Stack = Addresses & { pool: pg.Pool }

/** Runs a command on the stack's database. @throws Problem if the database does not answer or is not Jaanch's */
export async function withStack<Result>(work: (stack: Stack) => Promise<Result>): Promise<Result> {
  const addresses = findServers(loadConfig(process.env))
  const pool = createPostgresPool({
    url: addresses.databaseUrl,
    name: 'ops',
    max: 4,
    statementTimeout: 30_000,
  })
  try {
    await assertMigrated(pool)
    return await work({ ...addresses, pool })
  } finally {
    await pool.end()
  }
}

/**
 * Runs a command as the owner on a database that may be empty: that at DATABASE_OWNER_URL or DATABASE_URL, or that of DATA_DIR,
 * whose server is started for the command if it does not run. @throws Problem if there is none
 */
export async function withDatabase<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const { databaseOwnerUrl, dataDir } = loadConfig(process.env)
  const running = databaseOwnerUrl ?? findLocalPostgres(dataDir)
  if (running) return work(running)
  const release = claimDataDir(dataDir)
  try {
    // not in the image of the services, which have DATABASE_URL
    const { startPostgres } = await import('../local/postgres.ts')
    const server = await startPostgres({ dataDir })
    try {
      return await work(server.url)
    } finally {
      await server.stop()
    }
  } finally {
    release()
  }
}

/** The servers at DATABASE_URL and REDIS_URL, or those of the stack that runs on DATA_DIR. @throws Problem if none */
function findServers({ databaseUrl, databaseOwnerUrl, redisUrl, dataDir }: Config): Addresses {
  const ownerUrl = databaseOwnerUrl ?? localPostgres(dataDir)
  return {
    databaseUrl: databaseUrl ?? ownerUrl,
    ownerUrl,
    redisUrl: redisUrl ?? localRedis(dataDir),
  }
}

function localPostgres(dataDir: string): string {
  const url = findLocalPostgres(dataDir)
  if (!url) {
    throw new NoStackProblem(
      `No stack runs on ${dataDir}: start it with npm start, name another with DATA_DIR=…, or set DATABASE_URL.`,
    )
  }
  return url
}

function findLocalPostgres(dataDir: string): string | undefined {
  const server = readPidFile(clusterDir(dataDir))
  if (!server?.isReady || !isAlive(server.pid)) return undefined
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${server.port}/jaanch`
}

function localRedis(dataDir: string): string | undefined {
  const address = readConfig(join(dataDir, 'redis'))
  return address && `redis://:${address.password}@127.0.0.1:${address.port}`
}

/** @throws NoStackProblem unless the database has all migrations of this code; it may have newer ones */
async function assertMigrated(pool: pg.Pool): Promise<void> {
  const missing = await findMissing(pool).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof Problem) throw new NoStackProblem(error.message)
    if (error.code === insufficientPrivilege) throw new NoStackProblem(closedSentence)
    if (error.code === undefinedTable) throw new NoStackProblem(notMigratedSentence)
    throw new NoStackProblem(
      `The database does not let us in (${error.code ?? error.message}): is it running, and is it Jaanch's?`,
    )
  })
  if (missing.length > 0) throw new NoStackProblem(notMigratedSentence)
}

const notMigratedSentence = 'The database is not up to date: bring it there with npm run migrate.'
