import type { BodyInput } from '@jaanch/contracts/http/route'
import { auditOf } from '@jaanch/tests/support/audit'
import { readBooking } from '@jaanch/tests/support/bookings'
import type { Person } from '@jaanch/tests/support/people'
import { readPdf } from '@jaanch/tests/support/read-pdf'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { roundCalls } from '../rounds/api.ts'
import { labelCalls } from './api.ts'

type Body = BodyInput<typeof labelCalls.printLabels>

const it = stackTest()
  /** A confirmed booking that has its order number */
  .extend('numbered', { scope: 'file' }, ({ bookingInStatus, customer }) => async () => {
    const id = await bookingInStatus('confirmed')
    await expect.poll(async () => (await readBooking(customer, id)).orderNumber).not.toBeNull()
    return { id, orderNumber: (await readBooking(customer, id)).orderNumber as string }
  })
  .extend('print', { scope: 'file' }, ({ stack }) => {
    const { method, path } = labelCalls.printLabels
    return async ({ token }: Person, body: Partial<Body> & Pick<Body, 'bookings'>, key?: string) =>
      fetch(stack.url + path, {
        method,
        headers: {
          ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(key && { 'idempotency-key': key }),
        },
        body: JSON.stringify({ format: 'roll', ...body }),
      })
  })

const read = async (answer: Response) => readPdf(Buffer.from(await answer.arrayBuffer()))
const codeOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { code: string }).code

describe('labels of tubes', () => {
  it('are one for each tube, without the name of the person; each print is recorded and seen by the lab', async ({
    stack,
    lab,
    customer,
    numbered,
    print,
  }) => {
    const [first, second] = [await numbered(), await numbered()]
    const answer = await print(lab, { bookings: [second.id, first.id] })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const { pages } = await read(answer)
    expect(pages.map((page) => page.split(' ')[0])).toEqual([
      `${second.orderNumber}-1`,
      `${first.orderNumber}-1`,
    ])
    const { patient } = await lab.client.call(roundCalls.getCollection, { params: { id: first.id } })
    for (const name of patient.name.split(' ')) expect(pages.join(' ')).not.toContain(name)

    await print(lab, { bookings: [first.id], format: 'sheet', start: 24 })
    const printsOf = async (booking: string) => {
      const { visits } = await lab.client.call(roundCalls.getRound, { query: { booking } })
      return visits[0]?.people[0]?.labels
    }
    expect(await printsOf(first.id)).toEqual({ prints: 2, at: expect.any(String) })
    expect(await printsOf(second.id)).toMatchObject({ prints: 1 })
    const { people } = await lab.client.call(roundCalls.getCollection, { params: { id: first.id } })
    expect(people[0]?.labels).toEqual(await printsOf(first.id))
    const [look] = await auditOf(stack, 'collection-opened', `booking:${second.id}`)
    expect(look).toMatchObject({ user_id: customer.id })
  })

  it('asked for again with the same key are the same, and one print', async ({ lab, numbered, print }) => {
    const { id } = await numbered()
    for (let n = 0; n < 2; n += 1) expect((await print(lab, { bookings: [id] }, id)).status).toBe(200)
    const { people } = await lab.client.call(roundCalls.getCollection, { params: { id } })
    expect(people[0]?.labels?.prints).toBe(1)
    expect(await codeOf(print(lab, { bookings: [id], format: 'sheet' }, id))).toBe('key-reused')
  })

  it('are of those only whom the lab sees: not before the confirmation, not of another lab', async ({
    lab,
    otherLab,
    bookingInStatus,
    numbered,
    print,
  }) => {
    const waiting = await bookingInStatus('pending')
    const { id, orderNumber } = await numbered()
    expect((await read(await print(lab, { bookings: [waiting, id] }))).pages).toEqual([
      expect.stringContaining(orderNumber),
    ])
    expect(await codeOf(print(lab, { bookings: [waiting] }))).toBe('collection-closed')
    expect(await codeOf(print(otherLab, { bookings: [id] }))).toBe('not-found')
  })
})
