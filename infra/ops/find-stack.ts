import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@jaanch/platform/config'
import { clusterDir, SUPERUSER } from '../local/postgres/cluster.ts'
import { readPidFile } from '../local/postgres/leftover.ts'
import { Problem } from '../local/problem.ts'
import { isAlive } from '../local/process/inspect.ts'
import { readConfig } from '../local/redis/config.ts'

/** Where the servers are. Without a Redis much can be seen all the same. */
export type Stack = { databaseUrl: string; redisUrl: string | undefined }

/**
 * Finds the servers: those that DATABASE_URL and REDIS_URL name, or else those of the stack that runs on DATA_DIR.
 * @throws Problem when there are none
 */
export function findStack({ databaseUrl, redisUrl, dataDir }: Config): Stack {
  return {
    databaseUrl: databaseUrl ?? localPostgres(dataDir),
    redisUrl: redisUrl ?? localRedis(dataDir),
  }
}

function localPostgres(dataDir: string): string {
  const server = readPidFile(clusterDir(dataDir))
  if (!server?.isReady || !isAlive(server.pid)) {
    throw new Problem(
      `No stack runs on ${dataDir}: start it with npm start, name another with DATA_DIR=…, or set DATABASE_URL.`,
    )
  }
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${server.port}/jaanch`
}

function localRedis(dataDir: string): string | undefined {
  const address = readConfig(join(dataDir, 'redis'))
  return address && `redis://:${address.password}@127.0.0.1:${address.port}`
}
