import { randomUUID } from 'node:crypto'
import { bookingCalls } from '@jaanch/booking/api'
import { fileProblems } from '@jaanch/contracts/files'
import { refusal } from '@jaanch/tests/support/client'
import type { Person } from '@jaanch/tests/support/people'
import { whileLogRefuses } from '@jaanch/tests/support/refused-events'
import { releaseReport, reportInput } from '@jaanch/tests/support/reports'
import { dataUrl, pdf, pdfOf, pdfWithPassword, png } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { healthReportCalls } from '../api.ts'
import { reportFileLimit, reportFileTexts } from '../rules.ts'
import { submit } from '../testing/submit.ts'

const { listHealthReports } = healthReportCalls
const { changeBookingStatus } = bookingCalls

const ask = (by: Person, id: string, change: Record<string, unknown> = {}, idempotencyKey?: string) =>
  submit(by, id, reportInput(change), idempotencyKey)

async function releasesOf(stack: Stack, bookingId: string) {
  const { rows } = await stack.database.asOwner(
    "select data, actor from log.events where stream_id = $1 and type = 'ReportReleased' order by version",
    [`booking-${bookingId}`],
  )
  return rows
}

describe("a booking's report", () => {
  it("is released by its lab as a PDF with the doctor's comments; an admin's later one supersedes it after completion", async ({
    stack,
    admin,
    customer,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const report = await releaseReport(lab, id, { doctorComments: 'TSH is a little high', isReviewed: true })
    expect(report).toMatchObject({
      booking: { id, customerId: customer.id, status: 'lab-processing', labPartnerName: 'City Lab' },
      reportFileUrl: `/api/files/health-reports/${report.id}`,
      doctorComments: 'TSH is a little high',
      isReviewed: true,
      version: 1,
    })
    expect(await releasesOf(stack, id)).toEqual([
      { data: { reportId: report.id, reportVersion: 1 }, actor: `lab-partner:${lab.id}` },
    ])
    // the booking in the answer may be older than the one in the list: its order number is assigned meanwhile
    const { booking: _, ...released } = report
    expect(await customer.client.call(listHealthReports)).toMatchObject([{ ...released, booking: { id } }])
    await lab.client.call(changeBookingStatus, { params: { id }, body: { status: 'completed' } })
    const second = await releaseReport(admin, id)
    expect(second).toMatchObject({ version: 2, isReviewed: false })
    expect((await releasesOf(stack, id)).map(({ data }) => data.reportVersion)).toEqual([1, 2])
  })

  it('has at most 10 MB [V5.1.1]', async ({ lab, bookingInStatus }) => {
    const id = await bookingInStatus('lab-processing')
    const of = (bytes: number) => ask(lab, id, { fileUrl: dataUrl('application/pdf', pdfOf(bytes)) })
    expect((await of(reportFileLimit)).status).toBe(201)
    for (const more of [1, 20_000]) {
      expect(await of(reportFileLimit + more)).toMatchObject(refusal('too-large', reportFileTexts.tooLarge))
    }
  })

  it('is refused with a sentence if nobody can open it, and the booking has no report', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    for (const [bytes, code, text] of [
      [pdfWithPassword, 'unreadable-file', fileProblems.pdfPassword],
      [pdf.subarray(0, -6), 'unreadable-file', fileProblems.pdfCutOff],
      [png, 'unsupported-type', reportFileTexts.wrongType],
    ] as const) {
      const answer = await ask(lab, id, { fileUrl: dataUrl('application/pdf', bytes) })
      expect(answer).toMatchObject(refusal(code, text))
    }
    expect(await ask(lab, id, { fileUrl: '' })).toMatchObject(refusal('invalid', reportFileTexts.missing))
    expect(await releasesOf(stack, id)).toEqual([])
  })
})

describe('reports that are sent at the same time', () => {
  it('with one Idempotency-Key are one report; another request with the key is refused', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const [id, other] = [await bookingInStatus('lab-processing'), await bookingInStatus('lab-processing')]
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(lab, id, {}, key)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await releasesOf(stack, id)).toHaveLength(1)

    expect(await ask(lab, id, { doctorComments: 'more' }, key)).toMatchObject(refusal('key-reused'))
    expect(await ask(lab, other, {}, key)).toMatchObject(refusal('key-reused'))
  })

  it('are versions 1, 2 and 3, each with its own file', async ({ stack, lab, bookingInStatus }) => {
    const id = await bookingInStatus('lab-processing')
    const sent = [1, 2, 3].map((n) => ({ fileUrl: dataUrl('application/pdf', pdfOf(pdf.length + n)) }))
    const released = await Promise.all(sent.map((change) => releaseReport(lab, id, change)))
    expect(released.map(({ version }) => version).sort()).toEqual([1, 2, 3])
    const { rows } = await stack.database.asOwner(
      `select h.version, e.data ->> 'reportId' = h.id::text as told, length(f.bytes) as size
         from health_reports h
         join health_report_files f on f.report_id = h.id
         join log.events e on e.stream_id = 'booking-' || h.booking_id and (e.data ->> 'reportVersion')::int = h.version
        where h.booking_id = $1 order by h.version`,
      [id],
    )
    const sizes = new Map(released.map(({ version }, index) => [version, pdf.length + index + 1]))
    expect(rows).toEqual([1, 2, 3].map((version) => ({ version, told: true, size: sizes.get(version) })))
  })

  it('is visible completely or not at all', async ({ stack, lab, bookingInStatus }) => {
    const id = await bookingInStatus('lab-processing')
    const key = randomUUID()
    const refused = await whileLogRefuses(stack.database, 'ReportReleased', () => ask(lab, id, {}, key))
    expect(refused.status).toBe(500)
    const count = 'select count(*)::int as n from health_reports where booking_id = $1'
    expect((await stack.database.asOwner(count, [id])).rows).toEqual([{ n: 0 }])
    expect(await ask(lab, id, {}, key)).toMatchObject({ status: 201, body: { version: 1 } })
    expect((await stack.database.asOwner(count, [id])).rows).toEqual([{ n: 1 }])
  })
})
