import { labPartnerCalls } from '@jaanch/account/labs/api'
import { readBooking } from '@jaanch/tests/support/bookings'
import { refusal } from '@jaanch/tests/support/client'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { bookingCalls } from '../api.ts'
import { assignmentCalls } from './api.ts'

const it = stackTest({ workers: false })

it('a lab that declines a booking has it no longer; admins alone see who declined and why, and how many the lab declined in 90 days', async ({
  bookingInStatus,
  lab,
  admin,
  customer,
}) => {
  const id = await bookingInStatus('confirmed')
  const params = { id }
  const body = { reason: 'no-collector' } as const
  expect(await lab.client.call(bookingCalls.declineAssignment, { params, body })).toMatchObject({
    bookings: [{ id }],
  })
  expect(await readBooking(admin, id)).toMatchObject({
    status: 'confirmed',
    labPartnerId: null,
    declines: [{ labPartnerId: lab.labPartnerId, labName: 'City Lab', reason: 'no-collector' }],
  })
  expect(await readBooking(customer, id)).not.toHaveProperty('declines')
  expect(await lab.client.ask(bookingCalls.getBooking, { params })).toMatchObject(refusal('not-found'))
  const suggestions = await admin.client.call(assignmentCalls.listSuggestions, { params })
  expect(suggestions.map(({ labPartnerId }) => labPartnerId)).not.toContain(lab.labPartnerId)
  const labs = await admin.client.call(labPartnerCalls.listAllLabPartners)
  const declining = labs.find((each) => each.id === lab.labPartnerId)
  expect(declining?.assignments).toEqual({ assigned: 1, declined: 1 })
})
