import { appendLock } from '@jaanch/eventlog/append'
import type { Stack } from './stack.ts'

/** Takes the lock of the log, so that appends wait in the order in which they come. @returns what releases it */
export async function blockLog({ database }: Pick<Stack, 'database'>) {
  const client = await database.pool.connect()
  await client.query(`select pg_advisory_lock(${appendLock})`)
  const unblock = async () => {
    await client.query(`select pg_advisory_unlock(${appendLock})`)
    client.release()
  }
  /** @returns how many appends wait */
  const waiting = async () => {
    const { rowCount } = await client.query(
      `select from pg_locks where locktype = 'advisory' and objid = ${appendLock} and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    )
    return rowCount
  }
  return Object.assign(unblock, { waiting })
}
