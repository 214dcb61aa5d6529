import { benchPlainSearch, benchSearch, fillCatalogue } from '../load/search.ts'
import type { Group, Row } from '../row.ts'
import { createDatabase } from '../stack/database.ts'

const row = (what: string, aim?: string): Row => ({
  name: `search among 100,000 packages, ${what}`,
  unit: 'ms',
  better: 'lower',
  peerName: "ilike '%text%' on names, aliases and conditions, one at a time",
  ...(aim && { aim }),
})

/** Ours also with four searches at a time: one must be fast while others run. */
export const search: Group = {
  rows: [row('p50'), row('p99', '< 20'), row('four at a time, p99', '< 20')],
  async open({ bare, isQuick }) {
    const url = await createDatabase((await bare()).databaseUrl, 'search')
    await fillCatalogue(url, isQuick ? 20_000 : 100_000)
    const searches = isQuick ? 500 : 3_000
    return {
      async measure() {
        const one = await benchSearch(url, { clients: 1, searches })
        const plain = await benchPlainSearch(url, { clients: 1, searches: isQuick ? 20 : 100 })
        const four = await benchSearch(url, { clients: 4, searches })
        return [
          { ours: one.p50, peer: plain.p50 },
          { ours: one.p99, peer: plain.p99 },
          { ours: four.p99, peer: plain.p99 },
        ]
      },
    }
  },
}
