import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { formatNumber } from '@jaanch/operations/format'
import pg from 'pg'
import { startPostgres } from '../postgres.ts'

/** What would be lost: the sizes, and the bookings in the database if it can be started. @param names in the directory */
export async function describeContents(dataDir: string, names: readonly string[]): Promise<string> {
  const sizes = names.map((name) => ({ name, bytes: sizeOf(join(dataDir, name)) }))
  const lines = sizes
    .filter(({ bytes }) => bytes >= 1_000_000)
    .map(({ name, bytes }) => `  ${name.padEnd(12)} ${formatNumber(Math.ceil(bytes / 1_000_000))} MB`)
  const bookings = names.includes('postgres') ? await describeBookings(dataDir) : 'no bookings'
  return [`${dataDir} has ${bookings}:`, ...lines, '  and its secrets and logs'].join('\n')
}

/** Of the files in a directory, or of a file; what may not be read is left out. */
export function sizeOf(path: string): number {
  // a link counts as itself: only it is deleted
  const stats = lstatSync(path, { throwIfNoEntry: false })
  const size = stats?.size ?? 0
  if (!stats?.isDirectory()) return size
  try {
    return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), size)
  } catch {
    return size
  }
}

/** The database may be the reason for the reset: one that does not start is no obstacle. */
async function describeBookings(dataDir: string): Promise<string> {
  try {
    const server = await startPostgres({ dataDir })
    const { all, own } = await countBookings(server.url).finally(() => server.stop())
    return `${formatNumber(all)} bookings, of which ${formatNumber(own)} ${own === 1 ? 'is' : 'are'} not of the demo`
  } catch {
    return 'a database that does not start'
  }
}

/** The demo's bookings are dated before it was loaded. */
async function countBookings(url: string): Promise<{ all: number; own: number }> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ all: string; own: string }>(
      `select count(*) as all,
              count(*) filter (where at > coalesce((select (value ->> 'anchor')::timestamptz from settings where key = 'demo'),
                                                   '-infinity')) as own
         from log.events where type = 'BookingPlaced'`,
    )
    return { all: Number(rows[0]?.all), own: Number(rows[0]?.own) }
  } finally {
    await client.end()
  }
}
