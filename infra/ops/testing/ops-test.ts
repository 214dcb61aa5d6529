import type { ownStackTest } from '@jaanch/tests/support/test'
import { expect, vi } from 'vitest'
import { type Ran, runOps } from '../testing.ts'

/** Runs a command against the stack of the test. */
export type Ops = {
  (...args: string[]): Promise<Ran>
  /** The addresses that commands get */
  env: Record<string, string>
  /** @returns what a command prints with --json */
  json(...args: string[]): Promise<ReturnType<typeof JSON.parse>>
}

/** Adds the fixture `ops` to an `it`. @param asOwner commands get the owner of the database */
export function withOps(it: ReturnType<typeof ownStackTest>, { asOwner = false } = {}) {
  return it.extend('ops', { scope: 'file' }, ({ stack }, { onCleanup }): Ops => {
    const { url, serviceUrl, asOwner: query } = stack.database
    const env = { DATABASE_URL: asOwner ? url : serviceUrl, REDIS_URL: stack.redisUrl }
    const ops = (...args: string[]) => runOps(env, ...args)
    const json = async (...args: string[]) => JSON.parse((await ops(...args, '--json')).out)
    const readOpen = async () =>
      (
        await query(
          "select application_name from pg_stat_activity where datname = current_database() and application_name like 'ops%'",
        )
      ).rows
    // a process with an open connection would not end
    onCleanup(() => vi.waitFor(async () => expect(await readOpen()).toEqual([]), 60_000))
    return Object.assign(ops, { env, json })
  })
}
