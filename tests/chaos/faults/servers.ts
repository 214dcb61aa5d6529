/** Faults of Redis and Postgres. */
import type { FaultHandler } from './fault-handler.ts'

export const redisFlush: FaultHandler = { inject: ({ redis }) => redis.flush() }

export const redisRestart: FaultHandler = { inject: ({ redis }) => redis.loseAll() }

export const postgresCrash: FaultHandler = { inject: ({ postgres }) => postgres.crash() }

export const postgresFailover: FaultHandler = { inject: ({ postgres }) => postgres.failOver() }
