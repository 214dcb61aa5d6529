import { randomUUID } from 'node:crypto'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { headers } from '@jaanch/contracts/http/headers'
import { type HealthReportView, healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { refusal } from '@jaanch/tests/support/client'
import {
  type Customer,
  createAdmin,
  createApprovedLab,
  createCustomer,
  createPackage,
  type Lab,
  type Person,
} from '@jaanch/tests/support/people'
import { nextPage, openFile } from '@jaanch/tests/support/prescriptions'
import { headOf, untilProjected } from '@jaanch/tests/support/read-tables'
import { createBookingInStatus, releaseReport } from '@jaanch/tests/support/reports'
import { dataUrl, pdf, pdfOf } from '@jaanch/tests/support/sample-files'
import { type Stack, startStack } from '@jaanch/tests/support/stack'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const { listHealthReports, downloadHealthReport } = healthReportRoutes

let stack: Stack
let admin: Person
let asha: Customer
let ravi: Customer
let lab: Lab
let otherLab: Lab
const reports: HealthReportView[] = []
const superseded: HealthReportView[] = []

beforeAll(async () => {
  stack = await startStack()
  admin = await createAdmin(stack)
  ;[asha, ravi] = [await createCustomer(stack), await createCustomer(stack)]
  ;[lab, otherLab] = [await createApprovedLab(stack.url, admin), await createApprovedLab(stack.url, admin)]
  const packageId = await createPackage(stack.database)
  for (const [customer, by] of [
    [asha, lab],
    [ravi, lab],
    [asha, otherLab],
    [ravi, otherLab],
    [asha, lab],
  ] as const) {
    const id = await createBookingInStatus('completed', { customer, lab: by, admin, packageId })
    superseded.push(await releaseReport(by, id))
    reports.unshift(
      await releaseReport(by, id, {
        fileUrl: dataUrl('application/pdf', pdfOf(1_000)),
        doctorComments: 'All well',
      }),
    )
  }
  await vi.waitFor(
    async () => {
      const bookings = await admin.client.call(bookingRoutes.listBookings)
      expect(bookings.map(({ orderNumber }) => orderNumber)).not.toContain(null)
    },
    { timeout: 10_000 },
  )
})
afterAll(() => stack.close())

const idsOf = (some: readonly HealthReportView[]) => some.map(({ id }) => id)
const download = (id: string, token?: string) =>
  fetch(stack.url + downloadHealthReport.path.replace(':id', id), {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

describe('the list of reports', () => {
  it('has the latest report of each booking that its reader may see, newest first', async () => {
    const of = (test: (report: HealthReportView) => boolean) => idsOf(reports.filter(test))
    const listFor = async ({ client }: Person) => idsOf(await client.call(listHealthReports))
    expect(await listFor(admin)).toEqual(of(() => true))
    expect(await listFor(asha)).toEqual(of(({ booking }) => booking.customerId === asha.id))
    expect(await listFor(ravi)).toEqual(of(({ booking }) => booking.customerId === ravi.id))
    expect(await listFor(lab)).toEqual(of(({ booking }) => booking.labPartnerId === lab.labPartnerId))
    expect(await listFor(otherLab)).toEqual(
      of(({ booking }) => booking.labPartnerId === otherLab.labPartnerId),
    )
    expect(await listFor(await createCustomer(stack))).toEqual([])
  })

  it('has each booking in full, as the list of bookings has it', async () => {
    for (const { client } of [asha, lab, admin]) {
      const bookings = await client.call(bookingRoutes.listBookings)
      for (const { booking, version, doctorComments } of await client.call(listHealthReports)) {
        expect(booking).toEqual(bookings.find(({ id }) => id === booking.id))
        expect({ version, doctorComments }).toEqual({ version: 2, doctorComments: 'All well' })
      }
    }
  })

  it('is read in pages, each report once, and says up to where it knows', async () => {
    const seen: string[] = []
    let path: string | undefined = `${listHealthReports.path}?limit=2`
    for (; path; ) {
      const answer = await admin.client.raw(path)
      expect(Number(answer.headers.get(headers.logPosition))).toBe(await headOf(stack.database))
      seen.push(...idsOf(answer.body as unknown as HealthReportView[]))
      path = nextPage(answer.headers)
    }
    expect(seen).toEqual(idsOf(reports))
  })

  it('is the same after the read tables were made anew', async () => {
    const before = await admin.client.call(listHealthReports)
    await stack.stopProjector()
    await stack.database.asOwner('drop schema read_1 cascade; delete from read_generations')
    stack.startProjector()
    await untilProjected(stack.database)
    expect(await admin.client.call(listHealthReports)).toEqual(before)
  })
})

describe('a report', () => {
  it('is downloaded as a file with a name that tells whose order and which version it is', async () => {
    const [report] = reports.filter(({ booking }) => booking.customerId === asha.id)
    const [booking] = await asha.client.call(bookingRoutes.listBookings, { query: { limit: 1 } })
    // the second version of it, which no one should take for the first
    const name = `jaanch-report-${booking?.orderNumber}-v2.pdf`
    for (const { token } of [asha, lab, admin]) {
      const answer = await download(report?.id ?? '', token)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdfOf(1_000))).toBe(true)
    }
  })

  it('opens in a browser by its link and the cookie', async () => {
    const [report] = reports.filter(({ booking }) => booking.customerId === asha.id)
    const path = report?.reportFileUrl ?? ''
    for (const { token } of [asha, lab, admin]) {
      const answer = await openFile(stack.url, path, token)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-disposition')).toMatch(
        /^inline; filename="jaanch-report-JN-\d{4}-\d{6}-v2\.pdf"/,
      )
      expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/)
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdfOf(1_000))).toBe(true)
    }
    for (const { token } of [ravi, otherLab])
      expect((await openFile(stack.url, path, token)).status).toBe(404)
    for (const token of [undefined, '', 'nonsense'])
      expect((await openFile(stack.url, path, token)).status).toBe(401)
  })

  it('keeps its older versions under their own ids, and names them, whoever may see it', async () => {
    const old = superseded.findLast(({ booking }) => booking.customerId === asha.id)
    const { id = '', reportFileUrl, createdAt } = old ?? {}
    for (const { client, token } of [asha, lab, admin]) {
      const all = await client.call(listHealthReports)
      const latest = all.find(({ booking }) => booking.id === old?.booking.id)
      expect(latest).toMatchObject({ version: 2, earlier: [{ id, version: 1, reportFileUrl, createdAt }] })
      for (const answer of [
        await download(id, token),
        await openFile(stack.url, reportFileUrl ?? '', token),
      ]) {
        expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true)
      }
    }
    for (const { token } of [ravi, otherLab]) expect((await download(id, token)).status).toBe(404)
  })

  it('is not there for others, nor under an id that is none', async () => {
    const [report] = reports.filter(({ booking }) => booking.customerId === asha.id)
    const params = { id: report?.id ?? '' }
    for (const { client } of [ravi, otherLab]) {
      expect(await client.ask(downloadHealthReport, { params })).toMatchObject(refusal('not-found'))
    }
    for (const id of [randomUUID(), 'x', '..%2F..%2Fetc%2Fpasswd']) {
      expect(await admin.client.ask(downloadHealthReport, { params: { id } })).toMatchObject(
        refusal('not-found'),
      )
    }
    expect((await download(params.id)).status).toBe(401)
    const byToken = await fetch(`${stack.url}/api/health-reports/${params.id}/download?token=${asha.token}`)
    expect(byToken.status).toBe(401)
  })
})
