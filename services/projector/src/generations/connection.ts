import type { Log } from '@jaanch/platform/logging'
import { connectionSettings } from '@jaanch/platform/postgres'
import pg from 'pg'

/** Half an hour: an index over everything, or a comparison of all rows, is one statement, ms */
const longest = 1_800_000

/** A connection for what takes long. To be ended by the caller. */
export async function connectForLong(url: string, name: string, log?: Log): Promise<pg.Client> {
  const client = new pg.Client(connectionSettings({ url, name, statementTimeout: longest }))
  client.on('error', (error) => log?.warn({ err: error }, 'the connection broke'))
  await client.connect()
  return client
}
