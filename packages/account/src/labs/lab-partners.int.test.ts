import { readPages } from '@jaanch/tests/support/client'
import { applyAsLab, createAdmin, type Person } from '@jaanch/tests/support/people'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { stackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'
import { labPartnerCalls } from './api.ts'

const it = stackTest({ workers: false })

afterEach(closeSockets)

describe("a lab's details", () => {
  const change = (admin: Person, id: string, body: unknown) =>
    admin.client.ask(labPartnerCalls.changeLabPartner, { params: { id }, body })
  const full = { city: 'Pune', state: 'Maharashtra', pincode: '411001', labLicense: 'MH/PUN/2026/1' }

  it('are completed by an admin and appear in the list; a change keeps the keys that it lacks and those that are not details', async ({
    stack,
    admin,
  }) => {
    const { id } = await applyAsLab(stack.url)
    const answer = await change(admin, id, full)
    expect(answer).toMatchObject({
      status: 200,
      body: { id, ...full, labName: 'City Lab', status: 'applied' },
    })
    const labs = await admin.client.call(labPartnerCalls.listAllLabPartners)
    expect(labs.find((lab) => lab.id === id)).toEqual(answer.body)
    const others = { labName: 'Mine', isApproved: true, status: 'approved', userId: admin.id }
    const changed = await change(admin, id, { ...others, city: 'Mumbai', labLicense: '' })
    const { position: _, ...rest } = answer.body
    expect(changed.body).toMatchObject({ ...rest, city: 'Mumbai', labLicense: null })
  })

  it('are pushed to every admin once per change, and not without a change', async ({ stack, admin }) => {
    const { id } = await applyAsLab(stack.url)
    const hears = listenTo(stack.url, { token: (await createAdmin(stack)).token })
    await hears.first('caught-up')
    await change(admin, id, full)
    await change(admin, id, full)
    const after = await change(admin, id, { city: 'Nashik' })
    const heard = () =>
      hears.messages.flatMap((message) =>
        message.event === 'lab' && message.labPartner.id === id ? [message] : [],
      )
    await expect.poll(() => heard().at(-1)?.labPartner).toEqual(after.body)
    const { rows } = await stack.database.pool.query(
      `select type, data from log.events where stream_id = $1 order by version`,
      [`lab-${id}`],
    )
    expect(rows.slice(1)).toEqual([
      { type: 'LabDetailsChanged', data: {} },
      { type: 'LabDetailsChanged', data: {} },
    ])
  })
})

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
