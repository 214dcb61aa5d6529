import { loadConfig } from '@jaanch/platform/config'
import { createPostgresPool } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { Problem } from '../local/problem.ts'
import { findStack, type Stack } from './find-stack.ts'

export type Connected = Stack & { pool: pg.Pool }

/** Gives a command its database, and closes it after. @throws Problem when it does not answer or is not Jaanch's */
export async function withStack<Result>(work: (stack: Connected) => Promise<Result>): Promise<Result> {
  const stack = findStack(loadConfig(process.env))
  const pool = createPostgresPool({ url: stack.databaseUrl, name: 'ops', max: 4, statementTimeout: 30_000 })
  try {
    await assertOurs(pool)
    return await work({ ...stack, pool })
  } finally {
    await pool.end()
  }
}

async function assertOurs(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<{ ours: boolean }>("select to_regclass('public.read_batches') is not null as ours")
    .catch((error) => {
      const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message
      throw new Problem(`The database does not let us in (${why}): is it running, and is it Jaanch's?`)
    })
  if (!rows[0]?.ours)
    throw new Problem('The database is not up to date: bring it there with npm run migrate.')
}
