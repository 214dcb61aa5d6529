/** What the demo customer sees after signing in. */
import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { type Client, createClient } from '@jaanch/tests/support/client'
import { openFile } from '@jaanch/tests/support/prescriptions'
import { readPdf } from '@jaanch/tests/support/read-pdf'
import { headOf } from '@jaanch/tests/support/read-tables'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { loadDemo } from './load.ts'

const it = ownStackTest({
  // before anything is started, as npm start does
  prepare: ({ databaseUrl }) => loadDemo({ databaseUrl }),
}).extend('asha', { scope: 'file' }, ({ stack }) => signInAsAsha(stack))

/** The last event of the demo */
let head: number
it.beforeAll(async ({ stack }) => {
  head = await headOf(stack.database)
}, 180_000)

type Asha = { client: Client; token: string }

async function signInAsAsha(stack: Stack): Promise<Asha> {
  const body = { email: 'asha@jaanch.example', password: 'asha-demo-2026' }
  const { token } = await createClient(stack.url).call(authRoutes.login, { body })
  return { token, client: createClient(stack.url, token) }
}

async function textOf({ stack, asha }: { stack: Stack; asha: Asha }, path: string): Promise<string> {
  const answer = await openFile(stack.url, path, asha.token)
  expect(answer.status).toBe(200)
  return (await readPdf(Buffer.from(await answer.arrayBuffer()))).pages.join(' ')
}

describe("Asha's health reports", () => {
  it('exist for each completed booking of her family, newest first', async ({ asha }) => {
    const reports = await asha.client.call(healthReportRoutes.listHealthReports)
    expect(
      reports.slice(0, 4).map(({ booking, version, isReviewed, doctorComments }) => ({
        of: booking.packageName,
        for: booking.familyMember?.name ?? 'herself',
        version,
        isReviewed,
        hasComment: doctorComments !== null,
      })),
    ).toEqual([
      {
        of: 'Complete Blood Count (CBC)',
        for: 'Vivaan Patel',
        version: 1,
        isReviewed: false,
        hasComment: false,
      },
      { of: 'Diabetes Care', for: 'Ramesh Patel', version: 1, isReviewed: true, hasComment: true },
      { of: 'Vitamin D (25-OH)', for: 'herself', version: 2, isReviewed: true, hasComment: true },
      { of: 'Full Body Checkup', for: 'herself', version: 1, isReviewed: true, hasComment: true },
    ])
    const past = await asha.client.call(bookingRoutes.listBookings, { query: { tab: 'past', limit: 100 } })
    const completed = past.filter(({ status }) => status === 'completed').map(({ id }) => id)
    expect(reports.map(({ booking }) => booking.id).sort()).toEqual(completed.sort())
  })

  it('open as PDFs with the values, the patient and the review', async ({ stack, asha }) => {
    const [, diabetes, , checkup] = await asha.client.call(healthReportRoutes.listHealthReports)
    const fathers = await textOf({ stack, asha }, diabetes?.reportFileUrl ?? '')
    for (const part of [
      'Patient Ramesh Patel',
      'Male',
      'HbA1c 7.6 ▲ High %',
      '✓ Reviewed by a doctor',
      diabetes?.doctorComments ?? 'missing',
      diabetes?.booking.orderNumber ?? 'missing',
    ]) {
      expect(fathers).toContain(part)
    }
    const hers = await textOf({ stack, asha }, checkup?.reportFileUrl ?? '')
    expect(hers).toContain('Patient Asha Patel')
    expect(hers).toContain('Haemoglobin 11.4 ▼ Low g/dL 12.0–15.0')
    expect(hers).not.toContain('Not reported')
  })
})

describe("Asha's prescriptions", () => {
  it('include one that waits for an admin and one whose order waits for her confirmation', async ({
    asha,
  }) => {
    const prescriptions = await asha.client.call(prescriptionRoutes.listOwnPrescriptions)
    expect(prescriptions).toMatchObject([
      { status: 'pending', isProcessed: false, items: [] },
      { status: 'processing', isProcessed: true, items: [{ name: 'Iron Studies' }] },
    ])
    const [order, ...others] = (
      await asha.client.call(bookingRoutes.listBookings, { query: { tab: 'upcoming' } })
    ).filter(({ prescriptionId }) => prescriptionId !== null)
    expect(others).toEqual([])
    expect(order).toMatchObject({
      prescriptionId: prescriptions[1]?.id,
      status: 'pending_customer_confirmation',
      packageName: 'Iron Studies',
      scheduledTime: '09:00',
      discountAmount: 0,
      finalAmount: 749,
    })
  })

  it('open as the uploaded files', async ({ stack, asha }) => {
    const [fever, iron] = await asha.client.call(prescriptionRoutes.listOwnPrescriptions)
    expect(await textOf({ stack, asha }, fever?.fileUrl ?? '')).toContain('Vivaan Patel')
    const picture = await openFile(stack.url, iron?.fileUrl ?? '', asha.token)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
  })

  it('are confirmed by her like other orders', async ({ asha }) => {
    const upcoming = await asha.client.call(bookingRoutes.listBookings, { query: { tab: 'upcoming' } })
    const order = upcoming.find(({ prescriptionId }) => prescriptionId !== null)
    await asha.client.call(bookingRoutes.confirmOrder, { params: { id: order?.id ?? '' } })
    await expect
      .poll(async () => (await asha.client.call(prescriptionRoutes.listOwnPrescriptions))[1]?.status)
      .toBe('confirmed')
  })
})

it('the history of the demo sends no messages', async ({ stack }) => {
  const { rows } = await stack.database.asOwner('select from outbox where position <= $1', [head])
  expect(rows).toEqual([])
})
