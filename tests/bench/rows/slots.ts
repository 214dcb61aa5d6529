import { benchSlots, fillPlaces } from '../load/slots.ts'
import type { Group, Row } from '../row.ts'
import { createDatabase } from '../stack/database.ts'

const row = (what: string, aim?: string): Row => ({
  name: `free slots of a week among 1,000 labs and 500,000 bookings, ${what}`,
  unit: 'ms',
  better: 'lower',
  ...(aim && { aim }),
})

/** Also with four questions at a time: one must be fast while others run. */
export const slots: Group = {
  rows: [row('p50'), row('p99', '< 20'), row('four at a time, p99', '< 20')],
  async open({ bare, isQuick }) {
    const url = await createDatabase((await bare()).databaseUrl, 'slots')
    await fillPlaces(url, 1_000, isQuick ? 50_000 : 500_000)
    const reads = isQuick ? 500 : 3_000
    return {
      async measure() {
        const one = await benchSlots(url, { clients: 1, reads })
        const four = await benchSlots(url, { clients: 4, reads })
        return [{ ours: one.p50 }, { ours: one.p99 }, { ours: four.p99 }]
      },
    }
  },
}
