import { randomUUID } from 'node:crypto'
import { peopleCalls } from '@jaanch/account/people/api'
import { auditOf } from '@jaanch/tests/support/audit'
import { cancelBooking, readBooking } from '@jaanch/tests/support/bookings'
import { refusal } from '@jaanch/tests/support/client'
import { eventTypes } from '@jaanch/tests/support/events'
import { addFamilyMember, giveConsent } from '@jaanch/tests/support/family'
import { createParameters } from '@jaanch/tests/support/parameters'
import { createApprovedLab, createLabPerson, type Lab, type Person } from '@jaanch/tests/support/people'
import { readPdfText } from '@jaanch/tests/support/read-pdf'
import { createBookingInStatus, reportInput } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { healthReportCalls } from '../api.ts'
import { reportPageCalls } from '../page/api.ts'
import { reportSignOffCalls } from './api.ts'

const { releaseHealthReport, listHealthReports, downloadHealthReport } = healthReportCalls
const { listReportDrafts, getReportDraft, signReport, returnReport } = reportSignOffCalls
const { getHealthReport } = reportPageCalls

type SigningLab = Lab & { technician: Person; pathologist: Person }

const file = { scope: 'file' } as const
const it = stackTest()
  .extend('signing', file, async ({ stack, admin }): Promise<SigningLab> => {
    const lab = await createApprovedLab(stack.url, admin)
    const technician = await createLabPerson(stack, lab, 'technician')
    const pathologist = await createLabPerson(stack, lab, 'pathologist')
    await stack.database.asOwner(`update users set name = 'Dr Meera Iyer' where id = $1`, [pathologist.id])
    return { ...lab, technician, pathologist }
  })
  .extend('processing', file, ({ customer, admin, signing, packageId }) => {
    const given = { customer, lab: signing, admin, packageId }
    return (change: { familyMemberId?: string } = {}) =>
      createBookingInStatus('lab-processing', { ...given, change })
  })
it.beforeAll(async ({ stack, packageId }) => {
  await createParameters(stack.database)
  await stack.database.asOwner(`update packages set parameter_codes = '{HGB,WBC,PLT,MCV}' where id = $1`, [
    packageId,
  ])
})

const values = {
  values: [
    { code: 'HGB', value: 7.1 },
    { code: 'WBC', value: 6 },
  ],
  fileUrl: undefined,
}

const only = (code: string, value: number) => ({ values: [{ code, value }], fileUrl: undefined })

function submit(
  by: Person,
  id: string,
  change: Record<string, unknown> = values,
  idempotencyKey = randomUUID(),
) {
  const body = reportInput(change)
  return by.client.call(releaseHealthReport, { params: { id }, body, idempotencyKey })
}

const typesOf = async (stack: Stack, id: string) =>
  (await eventTypes(stack, `booking-${id}`)).filter((type) => type.startsWith('Report'))

describe('a report of a lab with a pathologist', () => {
  it('waits for the pathologist, invisible to the customer, and is released with the name as it was shown when it is signed', async ({
    stack,
    admin,
    customer,
    signing,
    processing,
  }) => {
    const id = await processing()
    const draft = await submit(signing.technician, id)
    expect(draft).toMatchObject({ isDraft: true, version: 1 })
    await untilWorkDone(stack.database)
    const seen = async () =>
      (await customer.client.call(listHealthReports)).filter(({ booking }) => booking.id === id)
    expect(await seen()).toEqual([])
    const ofReport = { params: { id: draft.id } }
    for (const route of [getHealthReport, downloadHealthReport])
      expect((await customer.client.ask(route, ofReport)).status).toBe(404)
    expect(await readBooking(customer, id)).not.toHaveProperty('draft')
    expect((await readBooking(signing.technician, id)).draft).toMatchObject({
      id: draft.id,
      isReturned: false,
    })

    const [listed] = (await signing.pathologist.client.call(listReportDrafts)).filter(
      ({ bookingId }) => bookingId === id,
    )
    expect(listed).toMatchObject({
      id: draft.id,
      isFile: false,
      returned: null,
      patient: { name: 'Test Person' },
    })
    const detail = await signing.pathologist.client.call(getReportDraft, ofReport)
    expect(detail.sections[0]?.results[0]).toMatchObject({ code: 'HGB', text: '7.1', flag: 'low' })

    // what comes meanwhile is the next draft
    const next = await submit(signing.technician, id, only('PLT', 250))
    const params = { id, reportId: draft.id }
    const answers = await Promise.all(
      [1, 2, 3].map(() => signing.pathologist.client.ask(signReport, { params })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await untilWorkDone(stack.database)
    const types = (await typesOf(stack, id)).filter((type) => type !== 'ReportDrafted')
    expect(types).toEqual(['ReportSubmitted', 'ReportReleased'])
    const page = await customer.client.call(getHealthReport, ofReport)
    expect(page).toMatchObject({
      releasedBy: { name: 'Dr Meera Iyer', role: 'pathologist' },
      version: 1,
      outOfRange: ['HGB'],
      resultCount: 2,
      changes: null,
      hasFile: true,
    })
    expect(page.explanations.HGB).toContain('oxygen')
    expect(await readPdfText(`${stack.url}/api/health-reports/${draft.id}/download`, customer)).toContain(
      'Released by Dr Meera Iyer, pathologist',
    )
    expect(await signing.pathologist.client.call(signReport, { params })).toMatchObject({ id: draft.id })
    expect(await signing.pathologist.client.ask(getReportDraft, ofReport)).toMatchObject(refusal('not-found'))
    const added = { code: 'PLT', name: 'Platelet count', before: null, after: expect.stringMatching(/^250/) }
    expect(await signing.pathologist.client.call(getReportDraft, { params: { id: next.id } })).toMatchObject({
      released: { version: 1, changes: [added] },
    })

    for (const by of [admin, signing.technician]) await by.client.call(getHealthReport, ofReport)
    const looks = await auditOf(stack, 'report-opened', `health-report:${draft.id}`)
    expect(looks.slice(-2).map(({ actor }) => actor)).toEqual([
      `admin:${admin.id}`,
      `lab-partner:${signing.technician.id}`,
    ])
  })

  it('is read beside the last results of the same person at the lab, which is recorded', async ({
    stack,
    signing,
    processing,
  }) => {
    const before = await submit(signing.pathologist, await processing(), {
      ...values,
      values: [{ code: 'HGB', value: 7.8 }],
    })
    await untilWorkDone(stack.database)
    const { id } = await submit(signing.technician, await processing())
    const { earlier } = await signing.pathologist.client.call(getReportDraft, { params: { id } })
    expect(earlier).toContainEqual({ code: 'HGB', text: '7.8', on: expect.any(String) })
    expect(await auditOf(stack, 'patient-seen', `health-report:${before.id}`)).toMatchObject([
      { actor: `lab-partner:${signing.pathologist.id}` },
    ])
  })

  it('is released at once by the pathologist and by an admin, and includes a draft once they confirm that', async ({
    stack,
    signing,
    admin,
    processing,
  }) => {
    const id = await processing()
    const first = await submit(signing.technician, id)
    const more = only('PLT', 250)
    const asked = await signing.pathologist.client.ask(releaseHealthReport, {
      params: { id },
      body: reportInput(more),
    })
    expect(asked).toMatchObject({ status: 409, body: { questions: [{ code: 'draft-waits' }] } })
    const second = await submit(signing.pathologist, id, { ...more, confirm: ['draft-waits'] })
    await submit(admin, id, only('MCV', 88))
    await untilWorkDone(stack.database)
    expect((await typesOf(stack, id)).toSorted()).toEqual([
      'ReportDrafted',
      'ReportReleased',
      'ReportReleased',
      'ReportSubmitted',
      'ReportSubmitted',
    ])
    const page = await admin.client.call(getHealthReport, { params: { id: second.id } })
    expect(page.resultCount).toBe(3)
    const sign = { params: { id, reportId: first.id } }
    expect(await signing.pathologist.client.ask(signReport, sign)).toMatchObject(refusal('draft-replaced'))
    expect(await signing.pathologist.client.call(listReportDrafts)).not.toContainEqual(
      expect.objectContaining({ id: first.id }),
    )
  })

  it('is signed by nobody else, and a replaced or returned one by nobody', async ({
    admin,
    signing,
    otherLab,
    stack,
    processing,
  }) => {
    const id = await processing()
    const older = await submit(signing.technician, id)
    const draft = await submit(signing.technician, id, only('PLT', 250))
    const params = { id, reportId: draft.id }
    const sign = (by: Person, reportId = draft.id) => by.client.ask(signReport, { params: { id, reportId } })
    expect(await sign(signing)).toMatchObject(refusal('pathologist-needed'))
    expect(await sign(signing.technician)).toMatchObject(refusal('outside-role'))
    expect(await sign(admin)).toMatchObject({ status: 403 })
    const stranger = await createLabPerson(stack, otherLab, 'pathologist')
    expect(await sign(stranger)).toMatchObject(refusal('not-found'))
    expect(await stranger.client.call(listReportDrafts)).toEqual([])

    const reason = 'Please repeat the haemoglobin'
    expect((await signing.pathologist.client.ask(returnReport, { params, body: { reason } })).status).toBe(
      204,
    )
    expect(await sign(signing.pathologist)).toMatchObject(refusal('draft-returned'))
    expect(await sign(signing.pathologist, older.id)).toMatchObject(refusal('draft-replaced'))
    const [listed] = (await signing.technician.client.call(listReportDrafts)).filter(
      ({ bookingId }) => bookingId === id,
    )
    expect(listed?.returned).toMatchObject({ reason, by: 'Dr Meera Iyer' })
    const again = await submit(signing.technician, id)
    expect(again.isDraft).toBe(true)
    expect(await sign(signing.pathologist, again.id)).toMatchObject({ status: 200, body: { version: 1 } })
  })
})

describe('a submission that is sent again', () => {
  it('is acknowledged while its results wait, and not once its draft was returned: nobody would sign it', async ({
    signing,
    processing,
  }) => {
    const id = await processing()
    const [key, otherKey] = [randomUUID(), randomUUID()]
    const send = (idempotencyKey: string) => {
      const body = reportInput(values)
      return signing.technician.client.ask(releaseHealthReport, { params: { id }, body, idempotencyKey })
    }
    const { id: reportId } = await submit(signing.technician, id, values, key)
    expect(await send(key)).toMatchObject({ status: 201, body: { id: reportId, isDraft: true } })
    // the next draft has them too
    const next = await submit(signing.technician, id, only('PLT', 200))
    expect(await send(key)).toMatchObject({ status: 201, body: { id: reportId, isDraft: true } })
    const body = { reason: 'Please repeat the haemoglobin' }
    await signing.pathologist.client.call(returnReport, { params: { id, reportId: next.id }, body })
    expect(await send(key)).toMatchObject({ status: 409, body: { code: 'draft-returned' } })
    expect(await send(otherKey)).toMatchObject({ status: 201, body: { isDraft: true } })
    expect(await send(key)).toMatchObject({ status: 409, body: { code: 'draft-returned' } })
  })
})

describe('what a lab sees of a draft', () => {
  it('is shown to its lab alone for as long as it waits, for 30 days from its submission once it was sent back, and until its booking is cancelled', async ({
    customer,
    admin,
    signing,
    stack,
    processing,
  }) => {
    const id = await processing()
    const draft = await submit(signing.technician, id, {})
    const params = { id: draft.id }
    const { client } = signing.pathologist
    for (const other of [customer, admin])
      expect((await other.client.ask(downloadHealthReport, { params })).status).toBe(404)
    const seen = async (days: number) => {
      await stack.database.asOwner(
        'update report_drafts set created_at = now() - make_interval(hours => 24 * $2) where report_id = $1',
        [draft.id, days],
      )
      const isListed = (await client.call(listReportDrafts)).some((each) => each.id === draft.id)
      const answers = [
        await client.ask(getReportDraft, { params }),
        await client.ask(downloadHealthReport, { params }),
      ]
      return [
        isListed,
        ...answers.map(({ status, body }) => [status, (body as { code?: string } | undefined)?.code]),
      ]
    }
    expect(await seen(31)).toEqual([true, [200, undefined], [200, undefined]])
    await client.call(returnReport, { params: { id, reportId: draft.id }, body: { reason: 'Check MCV' } })
    expect(await seen(29)).toEqual([true, [200, undefined], [200, undefined]])
    expect(await seen(30)).toEqual([false, [403, 'report-closed'], [403, 'report-closed']])
    await seen(1)
    await cancelBooking(admin, id)
    await untilWorkDone(stack.database)
    expect(await seen(1)).toEqual([false, [404, 'not-found'], [404, 'not-found']])
  })

  it('is the newest one only: one that was sent back ends when another replaces it, and its rows stay', async ({
    signing,
    stack,
    processing,
  }) => {
    const id = await processing()
    const wrong = await submit(signing.technician, id, {})
    const open = (reportId: string) => {
      const ofDraft = { params: { id: reportId } }
      const asks = [getReportDraft, downloadHealthReport].map((route) =>
        signing.technician.client.ask(route, ofDraft),
      )
      return Promise.all(asks.map(async (answer) => (await answer).status))
    }
    await signing.pathologist.client.ask(returnReport, {
      params: { id, reportId: wrong.id },
      body: { reason: 'It is of another patient' },
    })
    expect(await open(wrong.id)).toEqual([200, 200])
    const right = await submit(signing.technician, id, {})
    expect([await open(wrong.id), await open(right.id)]).toEqual([
      [404, 404],
      [200, 200],
    ])
    const { rowCount } = await stack.database.asOwner(
      'select from report_drafts join health_report_files using (report_id) where report_id = $1',
      [wrong.id],
    )
    expect(rowCount).toBe(1)
  })
})

describe('the page of a report', () => {
  it('of an adult relative, its PDF and its comments are opened once the relative has agreed', async ({
    stack,
    customer,
    signing,
    processing,
  }) => {
    const { id: familyMemberId } = await addFamilyMember(customer, {
      name: 'Ravi Rao',
      relationship: 'Father',
    })
    const report = await submit(signing.pathologist, await processing({ familyMemberId }), {
      ...values,
      doctorComments: 'Haemoglobin is a little low.',
    })
    await untilWorkDone(stack.database)
    const ofReport = { params: { id: report.id } }
    expect(await customer.client.ask(getHealthReport, ofReport)).toMatchObject({
      status: 403,
      body: { code: 'consent-needed', familyMemberId, name: 'Ravi Rao' },
    })
    for (const file of [downloadHealthReport, healthReportCalls.openHealthReportFile])
      expect(await customer.client.ask(file, ofReport)).toMatchObject(refusal('consent-needed'))
    const listed = async () => {
      const reports = await customer.client.call(listHealthReports)
      const { needsConsent, doctorComments } = reports.find(({ id }) => id === report.id) ?? {}
      return { needsConsent, doctorComments }
    }
    expect(await listed()).toEqual({ needsConsent: true, doctorComments: null })
    await giveConsent(customer, familyMemberId)
    expect((await customer.client.call(getHealthReport, ofReport)).consentGivenAt).not.toBeNull()
    expect((await customer.client.ask(downloadHealthReport, ofReport)).status).toBe(200)
    expect(await listed()).toEqual({ needsConsent: false, doctorComments: 'Haemoglobin is a little low.' })
    await customer.client.ask(peopleCalls.withdrawRelativeConsent, { params: { id: familyMemberId } })
    expect((await customer.client.ask(getHealthReport, ofReport)).status).toBe(403)
  })
})
