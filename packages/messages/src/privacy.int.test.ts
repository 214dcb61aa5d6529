import { contactCalls } from '@jaanch/account/contacts/api'
import { peopleCalls } from '@jaanch/account/people/api'
import { privacyCalls } from '@jaanch/account/privacy/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { userCalls } from '@jaanch/account/users/api'
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { roundCalls } from '@jaanch/collection/rounds/api'
import { runOps } from '@jaanch/infra/ops/testing'
import { reviewCalls } from '@jaanch/insight/reviews/api'
import { createLog, type Log } from '@jaanch/platform/logging'
import { startTelemetry, type Telemetry } from '@jaanch/platform/telemetry/start-telemetry'
import { createClient } from '@jaanch/tests/support/client'
import { type MailServer, startMailServer } from '@jaanch/tests/support/mail-server'
import { type OtlpCollector, startOtlpCollector } from '@jaanch/tests/support/otlp-collector'
import { type OwnRedis, startOwnRedis } from '@jaanch/tests/support/own-redis'
import {
  addressInput,
  bookingInput,
  createAdmin,
  createApprovedLab,
  createPackage,
  password,
  registerCustomer,
} from '@jaanch/tests/support/people'
import { releaseReport } from '@jaanch/tests/support/reports'
import { dataUrl, png } from '@jaanch/tests/support/sample-files'
import { type SmsGateway, startSmsGateway } from '@jaanch/tests/support/sms-gateway'
import type { Stack } from '@jaanch/tests/support/stack'
import { tablesWith } from '@jaanch/tests/support/tables-with'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { beforeAll, describe, expect } from 'vitest'

const rare = {
  name: 'Xanthippe Quillfeather',
  email: 'xanthippe.quillfeather@rare.example',
  phone: '+919876501234',
  street: '77 Zweibrücken Crescent',
  instructions: 'Ring the brass ocelot twice',
  member: 'Thelonius Quillfeather',
  fileName: 'Quillfeather, Xanthippe.png',
  payment: 'UPI of Xanthippe 9876501234',
  reason: 'Xanthippe Quillfeather asked for it by phone',
  review: 'Thelonius would come again, and so would I',
  moderation: 'Names Thelonius Quillfeather',
  browser: 'Mozilla/5.0 (Linux; Android 15) QuillfeatherPhone/1',
  key: 'quillfeather-0001',
  // about a lab, so that it is not the person's
  suspension: 'The pangolin complained',
}
/** Parts of these, in lower case */
const traces = [
  'xanthippe',
  'quillfeather',
  '9876501234',
  '98765 01234',
  'zweibr',
  'ocelot',
  'thelonius',
  'pangolin',
]

// reads every table, log line and Redis command
const it = ownStackTest({
  workers: false,
  log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) as Log,
  redisUrl: () => server.url,
})

let server: OwnRedis
let mails: MailServer
let gateway: SmsGateway
let collector: OtlpCollector
let telemetry: Telemetry
let monitor: Redis
let redis: Redis
const lines: string[] = []
const commands: string[] = []

beforeAll(async () => {
  // a server of its own: MONITOR shows the commands of all clients, and ioredis takes them for its own answers
  server = await startOwnRedis()
  // the check would be a command of the monitor too, whose answer comes among what it watches
  redis = new Redis(server.url, { enableReadyCheck: false })
  const monitoring = await redis.monitor()
  monitor = monitoring as unknown as Redis
  monitor.on('monitor', (_time: string, args: string[]) => void commands.push(args.join(' ')))
  ;[mails, gateway, collector] = await Promise.all([
    startMailServer(),
    startSmsGateway(),
    startOtlpCollector(),
  ])
  // all services of the stack run in this process
  telemetry = await startTelemetry({
    service: 'test',
    metricsPort: 0,
    metricsHost: '127.0.0.1',
    otlpEndpoint: collector.url,
    traceRatio: 1,
    log: createLog('test', 'silent'),
  })
})
it.beforeAll(({ stack }) => {
  stack.work({
    providers: {
      mailFrom: 'Jaanch <no-reply@jaanch.example>',
      smtpUrl: mails.url,
      sms: gateway.request,
      timeoutMs: 500,
    },
    deliveryRetryPolicy: { attempts: 3, baseMs: 20, maxMs: 50 },
  })
})
it.afterAll(async ({ stack }) => {
  await stack.close()
  monitor.disconnect()
  redis.disconnect()
  await telemetry.close()
  await Promise.all([mails.close(), gateway.close(), collector.close(), server.stop()])
})

function expectNoTrace(text: string): void {
  const lower = text.toLowerCase()
  for (const trace of traces)
    expect(lower.includes(trace) ? `${trace} in …${around(lower, trace)}…` : '').toBe('')
}

function around(text: string, trace: string): string {
  const index = text.indexOf(trace)
  return text.slice(Math.max(0, index - 60), index + 60)
}

/** The tables in which texts of people belong. */
const homes = [
  'users',
  'customer_addresses',
  'family_members',
  'booking_details',
  'payment_references',
  'prescriptions',
  'health_reports',
  'account_changes',
  'reviews',
  'review_changes',
]

/** A booking from placing to report, with messages that providers also refuse or lose. */
async function journey(stack: Stack): Promise<{ id: string }> {
  const { url, database } = stack
  const admin = await createAdmin(stack)
  const lab = await createApprovedLab(url, admin)
  const packageId = await createPackage(database)
  const { client, id: customerId } = await registerCustomer(url, rare.email)
  await client.call(userCalls.changeMe, { body: { name: rare.name, phone: rare.phone } })
  for (const channel of ['email', 'sms'] as const) {
    await client.call(contactCalls.sendContactCode, { body: { channel } })
    await client.ask(contactCalls.proveContact, { body: { channel, code: '000000' } })
  }
  await database.asOwner(
    'update users set email_proven_at = now(), phone_proven_at = now() where email = $1',
    [rare.email],
  )
  const address = await client.call(peopleCalls.addAddress, {
    body: { ...addressInput, street: rare.street, phone: rare.phone },
  })
  const member = await client.call(peopleCalls.addFamilyMember, {
    body: { name: rare.member, relationship: 'Father', phone: rare.phone },
  })
  // every kind of failure of a provider
  mails.mood = () => (['take', 'refuse', 'busy', 'die', 'hang'] as const)[mails.asked % 5] ?? 'take'
  gateway.answer = () => ([200, 500, 400, 'die'] as const)[gateway.calls.length % 4] ?? 200
  const change = { familyMemberId: member.id, specialInstructions: rare.instructions }
  const { id } = await client.call(bookingCalls.placeBooking, {
    body: bookingInput(packageId, address.id, change),
    idempotencyKey: rare.key,
  })
  const params = { id }
  await admin.client.call(bookingCalls.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
  for (const status of ['confirmed', 'sample-collection', 'lab-processing'] as const) {
    await lab.client.call(bookingCalls.changeBookingStatus, { params, body: { status } })
  }
  await lab.client.call(roundCalls.getCollection, { params })
  const payment = { method: 'upi' as const, reference: rare.payment }
  await lab.client.call(bookingCalls.recordPayment, { params, body: payment, idempotencyKey: rare.key })
  await releaseReport(lab, id, { doctorComments: rare.instructions })
  await lab.client.call(bookingCalls.changeBookingStatus, { params, body: { status: 'completed' } })
  await client.call(reviewCalls.reviewBooking, {
    params,
    body: { stars: 5, text: rare.review },
    idempotencyKey: rare.key,
  })
  await admin.client.call(reviewCalls.hideReview, { params, body: { reason: rare.moderation } })
  await admin.client.call(reviewCalls.listReviews)
  await lab.client.call(bookingCalls.getBooking, { params })
  const prescription = await client.call(prescriptionCalls.uploadPrescription, {
    body: {
      fileUrl: dataUrl('image/png', png),
      originalFileName: rare.fileName,
      notes: rare.instructions,
    },
  })
  const review = { params: { id: prescription.id }, body: { adminNotes: rare.instructions } }
  await admin.client.call(prescriptionCalls.changePrescription, { ...review, idempotencyKey: rare.key })
  const consent = { purpose: 'offers-by-email', version: 1, isGiven: true } as const
  await client.call(privacyCalls.answerConsent, { body: consent })
  for (let n = 0; n < 3; n += 1)
    await client.ask(authCalls.login, { body: { email: rare.email, password: 'wrong one' } })
  await client.ask(authCalls.forgotPassword, { body: { email: rare.email } })
  await client.ask(bookingCalls.placeBooking, { body: { packageId, note: rare.instructions } })
  await signIn(url)
  // an admin looks for the person, disables the account and enables it again, and suspends a lab
  await admin.client.call(authCalls.listUsers, { query: { q: 'quillfeather' } })
  await admin.client.call(bookingCalls.listBookings, { query: { q: 'Quillfeather' } })
  const standing = { params: { id: customerId }, body: { reason: rare.reason } }
  await admin.client.call(userCalls.disableUser, standing)
  await client.ask(authCalls.getMe)
  await admin.client.call(userCalls.enableUser, standing)
  await admin.client.call(bookingCalls.suspendLabPartner, {
    params: { id: lab.labPartnerId },
    body: { reason: rare.suspension },
  })
  return { id: customerId }
}

/** By a browser whose name is the person's, by a known address, and by requests that cannot be read. */
async function signIn(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'user-agent': rare.browser }
  const body = JSON.stringify({ email: rare.email, password })
  const visitor = createClient(url)
  expect((await visitor.raw(authCalls.login.path, { method: 'POST', headers, body })).status).toBe(200)
  const again = { name: rare.name, email: rare.email, password, role: 'customer' }
  expect((await visitor.ask(authCalls.register, { body: again })).status).toBe(409)
  await visitor.raw(authCalls.login.path, { method: 'POST', headers, body: body.slice(0, -5) })
  await visitor.raw(`/api/users/${rare.key}?q=${rare.name}`, { headers: { cookie: `name=${rare.key}` } })
}

describe('personal data', () => {
  it('is in no event, no key or value of Redis, no line of the log, no metric, no span and no table but its own, and nowhere after erasure [V14.2.2 V16.2.5]', async ({
    stack,
  }) => {
    const person = await journey(stack)
    await untilMessagesSent(stack.database)

    // the search works: the data is where it belongs
    const sent = mails.taken.filter(({ to }) => to === rare.email)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.map(({ raw }) => raw).join()).toContain('Xanthippe')
    expect(commands.filter((command) => command.includes('delivery')).length).toBeGreaterThan(10)
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.join()).toContain('a message was not delivered')

    expectNoTrace(commands.join('\n'))
    expectNoTrace(lines.join('\n'))
    const { rows } = await stack.database.asOwner(
      'select string_agg(d::text, chr(10)) as d from dead_letters d',
    )
    expect(rows[0].d).toContain('550')
    const found = await tablesWith(stack, traces)
    expect(found.filter((table) => !homes.includes(table))).toEqual([])
    expect(found.toSorted()).toEqual(homes.toSorted())
    for (const path of ['/api/health', '/api/ready', '/metrics'])
      expectNoTrace(await (await fetch(stack.url + path)).text())
    const metrics = await (await fetch(`http://127.0.0.1:${telemetry.port}/metrics`)).text()
    expect(metrics).toContain('jaanch_deliveries_total{channel="email",outcome="failed"}')
    expectNoTrace(metrics)
    // sends what waits, the metrics too
    await telemetry.close()
    expect(new Set(collector.spans.map(({ name }) => name))).toContain('deliver email')
    expect(collector.bodies.join()).toContain('jaanch_http_request_duration_seconds')
    expectNoTrace(collector.bodies.join('\n'))
    expectNoTrace(await everythingIn(redis))

    // and nothing anywhere after the account is erased
    const env = { DATABASE_URL: stack.database.url, REDIS_URL: server.url }
    const { code, out } = await runOps(env, 'erase', person.id, '--yes', '--json')
    expect(JSON.parse(out)).toMatchObject({ userId: person.id, bookings: 1, prescriptions: 1, isClean: true })
    expect(code).toBe(0)
    expectNoTrace(out)
    const ofPerson = traces.filter((trace) => trace !== 'pangolin')
    expect(await tablesWith(stack, ofPerson)).toEqual([])
    const { rows: files } = await stack.database.asOwner(`
      select bytes from prescription_files union all select bytes from health_report_files where bytes <> ''
      union all select bytes from quarantine`)
    expect(files).toEqual([])
    expectNoTrace(await everythingIn(redis))
    expectNoTrace(commands.join('\n'))
    expectNoTrace(lines.join('\n'))
  })
})

async function everythingIn(db: Redis): Promise<string> {
  const found: string[] = []
  for await (const keys of db.scanStream({ count: 500 })) {
    for (const key of keys as string[]) {
      const dump = await db.dumpBuffer(key)
      found.push(key, dump?.toString('latin1') ?? '', dump?.toString('utf8') ?? '')
    }
  }
  return found.join('\n')
}
