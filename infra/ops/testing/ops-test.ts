import type { StackOptions } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { type Ran, runOps } from '../testing.ts'

/** Runs a command against the stack of the test. */
export type Ops = {
  (...args: string[]): Promise<Ran>
  /** The addresses that commands get */
  env: Record<string, string>
  /** @returns what a command prints with --json */
  json(...args: string[]): Promise<ReturnType<typeof JSON.parse>>
}

/** An `it` on a stack without workers, with the fixture `ops`. @param asOwner commands get the owner of the database */
export function opsTest({ asOwner = false, ...options }: StackOptions & { asOwner?: boolean } = {}) {
  return ownStackTest({ workers: false, ...options }).extend('ops', { scope: 'file' }, ({ stack }): Ops => {
    const { url, serviceUrl } = stack.database
    const env = { DATABASE_URL: asOwner ? url : serviceUrl, REDIS_URL: stack.redisUrl }
    const ops = (...args: string[]) => runOps(env, ...args)
    const json = async (...args: string[]) => JSON.parse((await ops(...args, '--json')).out)
    return Object.assign(ops, { env, json })
  })
}
