import { slotsSql } from '@jaanch/api/read-models/slots/availability'
import { datesFrom } from '@jaanch/api/read-models/slots/view-slots'
import { istDate } from '@jaanch/contracts/calendar'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it } from 'vitest'
import { fillPlaces } from './fill-places.ts'

const database = useTestDatabase()

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] } & Record<string, unknown>

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

it('the free slots of a week read the labs of the area and their days, and no bookings', async () => {
  await fillPlaces(database.url, 200, 40_000)
  const pool = createPostgresPool({ url: database.serviceUrl, name: 'plans', max: 1, lookups: true })
  try {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (analyze, buffers, format json) ${slotsSql}`,
      ['395003', 'Surat', datesFrom(istDate(new Date()), 7), [], null, null],
    )
    const nodes = [...nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan as Node)]
    const read = (table: string) =>
      nodes.filter((node) => node['Relation Name'] === table).map((node) => node['Node Type'])
    // 20 labs, a week: 140 look-ups, each of three pages
    expect(read('lab_days')).toEqual([expect.stringMatching(/^Index/)])
    expect(new Set(read('visit_places'))).not.toContain('Seq Scan')
    expect(nodes[0]?.['Shared Hit Blocks'] as number).toBeLessThan(1_500)
  } finally {
    await pool.end()
  }
})
