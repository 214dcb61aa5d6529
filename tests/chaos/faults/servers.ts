/** Faults of Redis and Postgres. */
import { runOps } from '@jaanch/infra/ops/testing'
import type { FaultHandler } from './fault-handler.ts'

export const redisFlush: FaultHandler = { inject: ({ redis }) => redis.flush() }

export const redisRestart: FaultHandler = { inject: ({ redis }) => redis.loseAll() }

export const postgresCrash: FaultHandler = { inject: ({ postgres }) => postgres.crash() }

export const postgresFailover: FaultHandler = { inject: ({ postgres }) => postgres.failOver() }

let isReplaying = false

/** One generation of the read tables after the other goes live: nothing happens while one is under way. */
export const replay: FaultHandler = {
  async inject({ postgres, redis, problems }) {
    if (isReplaying) return
    isReplaying = true
    const { code, err } = await runOps(
      { DATABASE_URL: postgres.url, REDIS_URL: redis.url },
      'replay',
      '--json',
    )
    isReplaying = false
    if (code !== 0) problems.push(`A replay ended with ${code}: ${err}`)
  },
}
