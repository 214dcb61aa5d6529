import { refusal } from '@jaanch/tests/support/client'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { mostViews, savedViewCalls } from './api.ts'

const it = stackTest({ workers: false })
const view = { page: 'lab-bookings' as const, name: 'Morning', query: 'day=today&slot=06%3A00-08%3A00' }

describe('saved views', () => {
  it("are each person's own; one of the same name is replaced, and a removed one is gone", async ({
    lab,
    otherLab,
  }) => {
    const save = (query: string) => lab.client.call(savedViewCalls.saveView, { body: { ...view, query } })
    const [first] = await Promise.all([save(view.query), save(view.query)])
    const changed = await save('day=tomorrow')
    expect(changed).toEqual({ ...view, id: first.id, query: 'day=tomorrow' })
    const listOf = (who: typeof lab) => who.client.call(savedViewCalls.listViews)
    expect(await listOf(lab)).toEqual([changed])
    expect(await listOf(otherLab)).toEqual([])

    const remove = (who: typeof lab) =>
      who.client.ask(savedViewCalls.removeView, { params: { id: first.id } })
    expect(await remove(otherLab)).toMatchObject(refusal('not-found'))
    expect(await listOf(lab)).toEqual([changed])
    expect((await remove(lab)).status).toBe(204)
    expect(await remove(lab)).toMatchObject(refusal('not-found'))
    expect(await listOf(lab)).toEqual([])
  })

  it('have the day on which they were last used, for their owner alone', async ({ lab, otherLab, stack }) => {
    const { id } = await lab.client.call(savedViewCalls.saveView, {
      body: { ...view, name: 'Of last year' },
    })
    await stack.database.asOwner(`update saved_views set used_on = '2025-01-01' where id = $1`, [id])
    const use = (who: typeof lab) => who.client.ask(savedViewCalls.useView, { params: { id } })
    const isUsed = async () => {
      const { rows } = await stack.database.asOwner(
        'select used_on = current_date as is from saved_views where id = $1',
        [id],
      )
      return rows[0].is
    }
    expect(await use(otherLab)).toMatchObject(refusal('not-found'))
    expect(await isUsed()).toBe(false)
    expect((await use(lab)).status).toBe(204)
    expect((await use(lab)).status).toBe(204)
    expect(await isUsed()).toBe(true)
  })

  it('are a limited number; one more is refused, a change of one is not', async ({ admin }) => {
    const save = (name: string) =>
      admin.client.ask(savedViewCalls.saveView, { body: { ...view, page: 'admin-bookings', name } })
    for (let index = 0; index < mostViews; index += 1) expect((await save(`View ${index}`)).status).toBe(200)
    expect(await save('One more')).toMatchObject({ status: 429, body: { code: 'too-many' } })
    expect((await save('View 0')).status).toBe(200)
  })

  it('have a name, and no searched text, which may be that of a patient', async ({ lab }) => {
    for (const body of [
      { ...view, name: ' ' },
      { ...view, page: 'users' },
      { ...view, query: 'day=today&q=Ramesh' },
    ])
      expect((await lab.client.ask(savedViewCalls.saveView, { body: body as never })).status).toBe(422)
  })
})
