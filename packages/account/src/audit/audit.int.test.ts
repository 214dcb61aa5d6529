import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { roundCalls } from '@jaanch/collection/rounds/api'
import { healthReportCalls } from '@jaanch/report/api'
import { readAudit } from '@jaanch/tests/support/audit'
import { createClient, readAll, refusal } from '@jaanch/tests/support/client'
import {
  createAdmin,
  createApprovedLab,
  createCustomer,
  type Person,
  password,
  registerCustomer,
  uniqueEmail,
} from '@jaanch/tests/support/people'
import { openFile, uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { createBookingInStatus, releaseReport } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { authCalls } from '../sessions/api.ts'
import { userCalls } from '../users/api.ts'
import { auditCalls } from './api.ts'
import { insertAudit } from './audit.ts'

const it = stackTest({ workers: false })
  /** A customer whose report is released and whose prescription is uploaded, nothing of it opened */
  .extend('documents', async ({ stack, admin, packageId }) => {
    const [customer, lab] = [await createCustomer(stack), await createApprovedLab(stack.url, admin)]
    const bookingId = await createBookingInStatus('lab-processing', { customer, lab, admin, packageId })
    const report = await releaseReport(lab, bookingId)
    const prescription = await uploadPrescription(customer, { originalFileName: 'from-dr-rao.pdf' })
    return { customer, lab, bookingId, reportId: report.id, prescriptionId: prescription.id }
  })

const accessOf = ({ client }: Person) => client.call(auditCalls.listAccess)

const auditOf = async (stack: Stack, userId: string, of: string) =>
  (await readAudit(stack, { userId })).filter(({ action }) => action === of)

describe('a read of a document', () => {
  it('is recorded before the answer: reports and prescriptions, as files and in details, the own reads too [V16.3.2]', async ({
    stack,
    admin,
    otherCustomer,
    documents,
  }) => {
    const { customer, lab, bookingId, reportId, prescriptionId } = documents
    const ofReport = { params: { id: reportId } }
    const ofPrescription = { params: { id: prescriptionId } }
    // a refused read is recorded as none
    for (const answer of [
      await otherCustomer.client.ask(healthReportCalls.downloadHealthReport, ofReport),
      await otherCustomer.client.ask(prescriptionCalls.getPrescription, ofPrescription),
    ])
      expect(answer).toMatchObject(refusal('not-found'))
    for (const who of [customer, lab, admin]) {
      await who.client.call(healthReportCalls.downloadHealthReport, ofReport)
    }
    expect((await openFile(stack.url, `/api/files/health-reports/${reportId}`, lab.token)).status).toBe(200)
    const report = { object: `health-report:${reportId}`, details: { bookingId } }
    expect(await auditOf(stack, customer.id, 'report-opened')).toMatchObject([
      { actor: `customer:${customer.id}`, ...report },
      { actor: `lab-partner:${lab.id}`, ...report },
      { actor: `admin:${admin.id}`, ...report },
      { actor: `lab-partner:${lab.id}`, ...report },
    ])
    for (const who of [customer, admin]) {
      await who.client.call(prescriptionCalls.getPrescription, ofPrescription)
    }
    await openFile(stack.url, `/api/files/prescriptions/${prescriptionId}`, admin.token)
    const prescription = { object: `prescription:${prescriptionId}`, details: {} }
    expect(await auditOf(stack, customer.id, 'prescription-opened')).toMatchObject([
      { actor: `customer:${customer.id}`, ...prescription },
      { actor: `admin:${admin.id}`, ...prescription },
      { actor: `admin:${admin.id}`, ...prescription },
    ])
  })

  it('is not answered if it cannot be recorded [V16.5.3]', async ({ stack, documents }) => {
    const { lab, reportId } = documents
    await stack.database.asOwner('revoke insert on audit from jaanch_app')
    try {
      const params = { id: reportId }
      const { status } = await lab.client.ask(healthReportCalls.downloadHealthReport, { params })
      expect(status).toBeGreaterThanOrEqual(500)
    } finally {
      await stack.database.asOwner('grant insert on audit to jaanch_app')
    }
  })
})

describe('the own view of a person', () => {
  it('shows who opened which documents, labs by name and Jaanch, no staff and not oneself', async ({
    stack,
    admin,
    documents,
  }) => {
    const { customer, lab, bookingId, reportId, prescriptionId } = documents
    expect(await accessOf(customer)).toEqual([])
    await lab.client.call(roundCalls.getCollection, { params: { id: bookingId } })
    await lab.client.call(healthReportCalls.downloadHealthReport, { params: { id: reportId } })
    for (const who of [customer, admin]) {
      await who.client.call(healthReportCalls.downloadHealthReport, { params: { id: reportId } })
      await who.client.call(prescriptionCalls.getPrescription, { params: { id: prescriptionId } })
    }
    expect(await accessOf(customer)).toMatchObject([
      { action: 'prescription-opened', subject: 'from-dr-rao.pdf', by: 'Jaanch' },
      { action: 'report-opened', subject: 'Thyroid Profile', by: 'Jaanch' },
      { action: 'report-opened', subject: 'Thyroid Profile', by: 'City Lab' },
      { action: 'collection-opened', subject: 'Thyroid Profile', by: 'City Lab' },
    ])
    for (const who of [lab, admin, await createCustomer(stack)]) expect(await accessOf(who)).toEqual([])
  })
})

describe('the audit trail for admins', () => {
  const list = (admin: Person, query: Record<string, string> = {}) =>
    admin.client.call(auditCalls.listAudit, { query: query as never })

  it('shows who did what to whom, with names looked up and the reason of an admin [V16.2.1]', async ({
    stack,
  }) => {
    const admin = await createAdmin(stack)
    const { id } = await registerCustomer(stack.url)
    const body = { reason: 'Asked for by its owner' }
    await admin.client.call(userCalls.disableUser, { params: { id }, body })
    const [entry] = await list(admin, { person: id })
    expect(entry).toMatchObject({
      action: 'account-disabled',
      actor: { kind: 'admin', name: 'Test Person' },
      person: { id, name: 'Asha Rao' },
      object: `user:${id}`,
      reason: body.reason,
    })
  })

  it('is filtered by action, by what a person did or what concerns them, and by the day in India', async ({
    stack,
  }) => {
    const [admin, one, other] = [
      await createAdmin(stack),
      await registerCustomer(stack.url),
      await registerCustomer(stack.url),
    ]
    const body = { reason: 'A test' }
    await admin.client.call(userCalls.disableUser, { params: { id: other.id }, body })
    const actions = async (query: Record<string, string>) =>
      (await list(admin, query)).map(({ action }) => action)
    expect(await actions({ person: one.id })).toEqual(['signed-in'])
    expect(await actions({ person: other.id })).toEqual(['account-disabled', 'signed-in'])
    expect(await actions({ person: admin.id })).toEqual(['account-disabled'])
    expect(await actions({ person: other.id, action: 'signed-in' })).toEqual(['signed-in'])
    expect(new Set(await actions({ action: 'account-disabled' }))).toEqual(new Set(['account-disabled']))
    // 18:30 UTC is midnight in India; no other test has entries of these days
    await stack.database.asOwner(
      `insert into audit (at, action, actor, user_id) values
         ('2001-01-05T18:29:59Z', 'signed-out', $1, $2), ('2001-01-05T18:30:00Z', 'signed-in', $1, $2)`,
      [`customer:${one.id}`, one.id],
    )
    expect(await actions({ person: one.id, day: '2001-01-05' })).toEqual(['signed-out'])
    expect(await actions({ day: '2001-01-06' })).toEqual(['signed-in'])
    expect(await actions({ person: '', action: '', day: '2000-01-06' })).toEqual([])
    for (const query of ['action=none', 'person=7', 'day=yesterday', 'cursor=x', 'limit=501']) {
      expect((await admin.client.raw(`/api/audit?${query}`)).status, query).toBe(400)
    }
  })

  it('is read in pages, each entry once, also of the same instant', async ({ stack }) => {
    const admin = await createAdmin(stack)
    const { id } = await registerCustomer(stack.url)
    const actor = `customer:${id}`
    await insertAudit(
      stack.database.pool,
      Array.from({ length: 7 }, () => ({ action: 'signed-out', actor, userId: id }) as const),
    )
    const paged = await readAll<{ id: string }>(admin.client, `/api/audit?person=${id}&limit=3`)
    expect(new Set(paged.map(({ id }) => id)).size).toBe(8)
    expect(paged).toEqual(await list(admin, { person: id }))
  })

  it('contains the failed logins of an unknown account without what was typed', async ({ stack }) => {
    const admin = await createAdmin(stack)
    const email = uniqueEmail()
    await createClient(stack.url).ask(authCalls.login, { body: { email, password } })
    const { rows } = await stack.database.asOwner('select audit::text as row from audit')
    expect(rows.filter(({ row }) => row.includes(email))).toEqual([])
    expect((await list(admin)).length).toBeGreaterThan(0)
  })
})

describe('a sign-in', () => {
  it('keeps what stands for its network, which failures from there have too, and no address', async ({
    stack,
  }) => {
    const url = await stack.anotherApi({ trustedProxies: 1 })
    const client = createClient(url)
    const email = uniqueEmail()
    const post = async (path: string, from: string, body: object) =>
      (
        await client.raw<{ user?: { id: string } }>(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
          body: JSON.stringify(body),
        })
      ).body
    const registration = { name: 'Asha Rao', email, password, role: 'customer' }
    const { user } = await post(authCalls.register.path, '203.0.113.7', registration)
    await post(authCalls.login.path, '203.0.113.7', { email, password })
    await post(authCalls.login.path, '203.0.113.8', { email, password: 'another password' })
    await post(authCalls.login.path, '203.0.113.8', { email, password })

    const userId = user?.id ?? ''
    await expect.poll(() => readAudit(stack, { userId })).toHaveLength(4)
    const entries = await readAudit(stack, { userId })
    const networksOf = (action: string) =>
      entries.filter((entry) => entry.action === action).map(({ details }) => Object.values(details)[0])
    const [home, again, elsewhere] = networksOf('signed-in')
    expect(home).toMatch(/^[\w-]{12}$/)
    expect([again, networksOf('sign-in-failed')]).toEqual([home, [elsewhere]])
    expect(elsewhere).not.toBe(home)
  })
})
