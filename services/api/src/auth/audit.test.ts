import { createLog } from '@jaanch/platform/logging'
import { expect, it } from 'vitest'
import { createAudit } from './audit.ts'

const lab = { userId: 'l1', role: 'lab-partner', labPartnerId: 'p1' } as const

it('adds the looks at a page of 500 bookings with one statement', async () => {
  const statements: unknown[][] = []
  const pool = {
    async query({ values }: { values: [string] }) {
      statements.push(JSON.parse(values[0]))
      return { rows: [] }
    },
  }
  const audit = createAudit(pool as never, createLog('test', 'silent'))
  const looks = Array.from({ length: 500 }, (_, n) => ({
    action: 'patient-seen' as const,
    userId: `c${n}`,
    object: `booking:${n}`,
  }))
  await audit.recordLooks(lab, looks)
  expect(statements.map(({ length }) => length)).toEqual([500])
  expect(statements[0]?.[7]).toEqual({ ...looks[7], actor: 'lab-partner:l1' })
  await audit.recordLooks(lab, [])
  expect(statements).toHaveLength(1)
})
