import { createLog } from '@jaanch/platform/logging'
import { afterEach, expect, it, vi } from 'vitest'
import { createAudit } from './audit.ts'

const lab = {
  userId: 'l1',
  role: 'lab-partner',
  staffRole: null,
  labRole: 'owner',
  labPartnerId: 'p1',
} as const

afterEach(() => void vi.useRealTimers())

function lookAt(n: number) {
  return { action: 'patient-seen' as const, userId: `c${n}`, object: `booking:${n}` }
}

function openAudit({ failing = 0 } = {}) {
  const statements: unknown[][] = []
  const pool = {
    async query({ values }: { values: [string] }) {
      statements.push(JSON.parse(values[0]))
      if (statements.length <= failing) throw new Error('Postgres is away')
      return { rows: [] }
    },
  }
  return { statements, audit: createAudit(pool as never, createLog('test', 'silent'), (network) => network) }
}

it('adds the looks at a page of 500 bookings with one statement', async () => {
  const { statements, audit } = openAudit()
  const looks = Array.from({ length: 500 }, (_, n) => lookAt(n))
  await audit.recordLooks(lab, looks)
  expect(statements.map(({ length }) => length)).toEqual([500])
  expect(statements[0]?.[7]).toEqual({ ...looks[7], actor: 'lab-partner:l1' })
  await audit.recordLooks(lab, [])
  expect(statements).toHaveLength(1)
})

it('adds a look that it has added on the same day not again, nor asks Postgres', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T12:00:00+05:30') })
  const { statements, audit } = openAudit()
  await audit.recordLooks(lab, [lookAt(1), lookAt(2)])
  await audit.recordLooks(lab, [lookAt(2), lookAt(3)])
  await audit.recordLooks(lab, [lookAt(1), lookAt(3)])
  expect(statements.map((each) => each.length)).toEqual([2, 1])
  await audit.recordLooks({ ...lab, userId: 'l2' }, [lookAt(1)])
  vi.setSystemTime(Date.parse('2026-03-11T00:00:30+05:30'))
  // by the clock of the database it may still be the day before
  await audit.recordLooks(lab, [lookAt(1)])
  vi.setSystemTime(Date.parse('2026-03-11T00:05:00+05:30'))
  await audit.recordLooks(lab, [lookAt(1)])
  expect(statements).toHaveLength(5)
})

it('adds a look again that could not be added', async () => {
  const { statements, audit } = openAudit({ failing: 1 })
  await expect(audit.recordLooks(lab, [lookAt(1)])).rejects.toThrow('Postgres is away')
  await audit.recordLooks(lab, [lookAt(1)])
  expect(statements).toHaveLength(2)
})
