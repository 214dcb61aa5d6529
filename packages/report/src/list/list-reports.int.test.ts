import { bookingCalls } from '@jaanch/booking/api'
import { headers } from '@jaanch/contracts/http/headers'
import { readPages } from '@jaanch/tests/support/client'
import { openFile } from '@jaanch/tests/support/prescriptions'
import { headOf } from '@jaanch/tests/support/read-tables'
import { createBookingInStatus, releaseReport } from '@jaanch/tests/support/reports'
import { dataUrl, pdf, pdfOf } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect, vi } from 'vitest'
import { type HealthReportView, healthReportCalls } from '../api.ts'

const { listHealthReports, downloadHealthReport } = healthReportCalls

const reports: HealthReportView[] = []
const superseded: HealthReportView[] = []

it.beforeAll(async ({ admin, customer, otherCustomer, lab, otherLab, packageId }) => {
  for (const [owner, by] of [
    [customer, lab],
    [otherCustomer, otherLab],
    [customer, lab],
  ] as const) {
    const id = await createBookingInStatus('completed', { customer: owner, lab: by, admin, packageId })
    superseded.push(await releaseReport(by, id))
    const fileUrl = dataUrl('application/pdf', pdfOf(1_000))
    reports.unshift(await releaseReport(by, id, { fileUrl, doctorComments: 'All well' }))
  }
  for (const { client } of [customer, otherCustomer]) {
    const isOrdered = async () =>
      (await client.call(bookingCalls.listBookings)).every(({ orderNumber }) => orderNumber)
    await vi.waitUntil(isOrdered, { timeout: 60_000 })
  }
})

const idsOf = (some: readonly HealthReportView[]) => some.map(({ id }) => id)
const isOurs = (id: string) => idsOf(reports).includes(id)
const download = (stack: Stack, id: string, token?: string) =>
  fetch(stack.url + downloadHealthReport.path.replace(':id', id), {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

describe('the list of reports', () => {
  it('contains the latest version of each report with the booking as in the list of bookings', async ({
    admin,
    customer,
    lab,
  }) => {
    for (const { client } of [customer, lab, admin]) {
      const bookings = await client.call(bookingCalls.listBookings)
      const ours = (await client.call(listHealthReports)).filter(({ id }) => isOurs(id))
      expect(ours).not.toEqual([])
      for (const { booking, version, doctorComments } of ours) {
        const listed = bookings.find(({ id }) => id === booking.id)
        // a list of reports looks up neither tubes nor when a report is expected
        expect(booking).toEqual({ ...listed, tubeCount: undefined, reportExpected: undefined })
        expect({ version, doctorComments }).toEqual({ version: 2, doctorComments: 'All well' })
      }
    }
  })

  it('is read in pages, each report once, with the log position', async ({ stack, admin }) => {
    const head = await headOf(stack.database)
    const seen: string[] = []
    const pages = readPages<HealthReportView>(admin.client, `${listHealthReports.path}?limit=2`)
    for await (const answer of pages) {
      const position = Number(answer.headers.get(headers.logPosition))
      expect(position).toBeGreaterThanOrEqual(head)
      expect(position).toBeLessThanOrEqual(await headOf(stack.database))
      seen.push(...idsOf(answer.body))
    }
    expect(seen.filter(isOurs)).toEqual(idsOf(reports))
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('a report', () => {
  it('is downloaded as a file named by order number and version, or opened in the browser', async ({
    stack,
    admin,
    customer,
    lab,
  }) => {
    const [report] = reports.filter(({ booking }) => booking.customerId === customer.id)
    const [booking] = await customer.client.call(bookingCalls.listBookings, { query: { limit: 1 } })
    // the second version of it, which no one should take for the first
    const name = `jaanch-report-${booking?.orderNumber}-v2.pdf`
    for (const { token } of [customer, lab, admin]) {
      const answer = await download(stack, report?.id ?? '', token)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdfOf(1_000))).toBe(true)
    }
    const opened = await openFile(stack.url, report?.reportFileUrl ?? '', customer.token)
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-disposition': expect.stringMatching(
        /^inline; filename="jaanch-report-JN-\d{4}-\d{6}-v2\.pdf"/,
      ),
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
    })
  })

  it('lists its older versions, which keep their ids', async ({ stack, admin, customer, lab }) => {
    const old = superseded.findLast(({ booking }) => booking.customerId === customer.id)
    const { id = '', reportFileUrl, createdAt } = old ?? {}
    for (const { client, token } of [customer, lab, admin]) {
      const all = await client.call(listHealthReports)
      const latest = all.find(({ booking }) => booking.id === old?.booking.id)
      expect(latest).toMatchObject({ version: 2, earlier: [{ id, version: 1, reportFileUrl, createdAt }] })
      for (const answer of [
        await download(stack, id, token),
        await openFile(stack.url, reportFileUrl ?? '', token),
      ]) {
        expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true)
      }
    }
  })
})
