import type { Group } from '../row.ts'
import { liveSchema, tableBytes } from '../stack/database.ts'

const parts = ['all', 'log', 'notifications', 'bookings'] as const

/** Tables with their indexes after a vacuum, divided by the bookings; without accounts, catalogue and files. */
export const disk: Group = {
  rows: parts.map((part) => ({
    name: {
      all: 'disk for one booking: log, details, order and read tables',
      log: 'disk for one booking: log',
      notifications: 'disk for one booking: notifications',
      bookings: 'disk for one booking: read table of bookings',
    }[part],
    unit: 'bytes',
    better: 'lower',
    ...(part === 'all' && { aim: '<= 4500' }),
  })),
  rounds: 1,
  async open({ stack }) {
    const { databaseUrl, bookings } = await stack('large')
    return {
      async measure() {
        const sizes = await tableBytes(databaseUrl)
        const of = (matches: (name: string) => boolean) =>
          Object.entries(sizes).reduce((sum, [name, bytes]) => sum + (matches(name) ? bytes : 0), 0) /
          bookings
        const read = `${await liveSchema(databaseUrl)}.`
        const log = of((name) => name.startsWith('log.'))
        const all =
          log +
          of((name) => ['public.booking_details', 'public.orders'].includes(name)) +
          of((name) => name.startsWith(read))
        return [
          { ours: all },
          { ours: log },
          { ours: of((name) => name.startsWith(`${read}notification`)) },
          { ours: of((name) => name.startsWith(`${read}booking`)) },
        ]
      },
    }
  },
}
