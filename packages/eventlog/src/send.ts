import { isTransient } from '@jaanch/platform/postgres'
import type pg from 'pg'
import type { AppendRow } from './append.ts'

/**
 * Sends one statement of the log on a connection of its own.
 * @param encode called when there is a connection
 */
export async function send(pool: pg.Pool, encode: () => pg.QueryConfig): Promise<AppendRow[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    const { rows } = await client.query<AppendRow>(encode())
    return rows
  } catch (error) {
    if (isTransient(error)) broken = error as Error
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
