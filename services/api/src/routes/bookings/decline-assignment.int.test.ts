import { assignmentRoutes } from '@jaanch/contracts/http/assignment'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { refusal } from '@jaanch/tests/support/client'
import type { Lab } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false })
const body = { reason: 'no-collector' } as const

const decline = ({ client }: Pick<Lab, 'client'>, id: string, idempotencyKey?: string) =>
  client.ask(bookingRoutes.declineAssignment, {
    params: { id },
    body,
    ...(idempotencyKey && { idempotencyKey }),
  })

describe('a lab that declines', () => {
  it('has the booking no longer, which keeps its status; admins alone see who declined and why', async ({
    bookingInStatus,
    lab,
    admin,
    customer,
  }) => {
    const id = await bookingInStatus('confirmed')
    const params = { id }
    expect(await decline(lab, id)).toMatchObject({ status: 200, body: { bookings: [{ id }] } })
    const detail = await admin.client.call(bookingRoutes.getBooking, { params })
    expect(detail).toMatchObject({
      status: 'confirmed',
      labPartnerId: null,
      declines: [{ labPartnerId: lab.labPartnerId, labName: 'City Lab', reason: 'no-collector' }],
    })
    expect(await customer.client.call(bookingRoutes.getBooking, { params })).not.toHaveProperty('declines')
    expect(await lab.client.ask(bookingRoutes.getBooking, { params })).toMatchObject(refusal('not-found'))
    const suggestions = await admin.client.call(assignmentRoutes.listSuggestions, { params })
    expect(suggestions.map(({ labPartnerId }) => labPartnerId)).not.toContain(lab.labPartnerId)
  })

  it('is counted beside its assignments of the last 90 days', async ({ bookingInStatus, lab, admin }) => {
    const read = async () => {
      const labs = await admin.client.call(labPartnerRoutes.listAllLabPartners)
      return labs.find(({ id }) => id === lab.labPartnerId)?.assignments
    }
    const before = (await read()) ?? { assigned: 0, declined: 0 }
    const id = await bookingInStatus('pending')
    await decline(lab, id)
    expect((await read())?.declined).toBe(before.declined + 1)
    expect((await read())?.assigned).toBeGreaterThan(before.assigned)
  })
})
