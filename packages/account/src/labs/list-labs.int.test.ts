import { readPages, refusal } from '@jaanch/tests/support/client'
import { applyAsLab, createAdmin } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { labPartnerCalls } from './api.ts'

const it = stackTest({ workers: false })

describe('the lists of labs', () => {
  it('are read in pages, each lab once, and can be filtered by status [S7.11]', async ({ stack, admin }) => {
    const ids: string[] = []
    for (let n = 0; n < 9; n += 1) ids.push((await applyAsLab(stack.url)).id)
    for (const [n, id] of ids.entries()) {
      if (n % 3 === 0) await admin.client.call(labPartnerCalls.approveLabPartner, { params: { id } })
      if (n % 3 === 1) await admin.client.call(labPartnerCalls.rejectLabPartner, { params: { id } })
    }
    async function walk(start: string): Promise<{ id: string; status: string }[]> {
      const seen: { id: string; status: string }[] = []
      const pages = readPages<{ id: string; status: string }>(admin.client, start)
      for await (const { body, headers } of pages) {
        expect(Number(headers.get('log-position'))).toBeGreaterThan(0)
        seen.push(...body)
      }
      return seen
    }
    const all = await walk('/api/lab-partners/all?limit=2')
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.slice(0, 9).map(({ id }) => id)).toEqual(ids.toReversed())
    for (const [path, status] of [
      ['/api/lab-partners?limit=2', 'approved'],
      ['/api/lab-partners/all?status=approved&limit=2', 'approved'],
      ['/api/lab-partners/all?status=rejected&limit=1', 'rejected'],
      ['/api/lab-partners/all?status=applied&limit=3', 'applied'],
    ] as const) {
      const seen = await walk(path)
      expect(seen, path).toEqual(all.filter((lab) => lab.status === status))
    }
    const approved = await admin.client.raw('/api/lab-partners?status=rejected')
    expect(approved.body).toEqual(all.filter((lab) => lab.status === 'approved'))
  })
})

describe('the application of a lab', () => {
  it('is decided once, also when two admins decide at the same time [S4.5 S7.11]', async ({
    stack,
    admin,
  }) => {
    const other = await createAdmin(stack)
    for (let n = 0; n < 5; n += 1) {
      const params = { id: (await applyAsLab(stack.url)).id }
      const answers = await Promise.all([
        admin.client.ask(labPartnerCalls.approveLabPartner, { params }),
        other.client.ask(labPartnerCalls.rejectLabPartner, { params }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('already-decided'))
    }
  })
})
