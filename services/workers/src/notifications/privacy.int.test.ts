import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { contactRoutes } from '@jaanch/contracts/http/contacts'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { userRoutes } from '@jaanch/contracts/http/users'
import type { Log } from '@jaanch/platform/logging'
import { type MailServer, startMailServer } from '@jaanch/tests/support/mail-server'
import { type OwnRedis, startOwnRedis } from '@jaanch/tests/support/own-redis'
import {
  addressInput,
  bookingInput,
  createAdmin,
  createApprovedLab,
  createPackage,
  registerCustomer,
} from '@jaanch/tests/support/people'
import { releaseReport } from '@jaanch/tests/support/reports'
import { type SmsGateway, startSmsGateway } from '@jaanch/tests/support/sms-gateway'
import type { Stack } from '@jaanch/tests/support/stack'
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
}
/** Parts of these, in lower case */
const traces = ['xanthippe', 'quillfeather', '9876501234', '98765 01234', 'zweibr', 'ocelot', 'thelonius']

const it = ownStackTest({
  workers: false,
  log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) as Log,
  redisUrl: () => server.url,
})

let server: OwnRedis
let mails: MailServer
let gateway: SmsGateway
let monitor: Redis
let redis: Redis
const lines: string[] = []
const commands: string[] = []

beforeAll(async () => {
  // a server of its own: MONITOR shows the commands of all clients, and ioredis takes them for its own answers
  server = await startOwnRedis()
  redis = new Redis(server.url)
  const monitoring = await redis.monitor()
  monitor = monitoring as unknown as Redis
  monitor.on('monitor', (_time: string, args: string[]) => void commands.push(args.join(' ')))
  ;[mails, gateway] = await Promise.all([startMailServer(), startSmsGateway()])
})
it.beforeAll(({ stack }) => {
  stack.work({
    providers: {
      mailFrom: 'Jaanch <no-reply@jaanch.example>',
      smtpUrl: mails.url,
      sms: {
        url: gateway.url,
        template: { method: 'POST', headers: {}, body: { to: '{{to}}', text: '{{text}}' } },
      },
      timeoutMs: 500,
    },
    deliveryRetryPolicy: { attempts: 3, baseMs: 20, maxMs: 50 },
  })
})
it.afterAll(async ({ stack }) => {
  await stack.close()
  monitor.disconnect()
  redis.disconnect()
  await Promise.all([mails.close(), gateway.close(), server.stop()])
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

/** A booking from placing to report, with messages that providers also refuse or lose. */
async function journey(stack: Stack): Promise<void> {
  const { url, database } = stack
  const admin = await createAdmin(stack)
  const lab = await createApprovedLab(url, admin)
  const packageId = await createPackage(database)
  const { client } = await registerCustomer(url, rare.email)
  await client.call(userRoutes.changeMe, { body: { name: rare.name, phone: rare.phone } })
  await client.call(contactRoutes.sendContactCode, { body: { channel: 'email' } })
  await database.asOwner(
    'update users set email_proven_at = now(), phone_proven_at = now() where email = $1',
    [rare.email],
  )
  const address = await client.call(peopleRoutes.addAddress, {
    body: { ...addressInput, street: rare.street, phone: rare.phone },
  })
  const member = await client.call(peopleRoutes.addFamilyMember, {
    body: { name: rare.member, relationship: 'Father', phone: rare.phone },
  })
  // every kind of failure of a provider
  mails.mood = () => (['take', 'refuse', 'busy', 'die', 'hang'] as const)[mails.asked % 5] ?? 'take'
  gateway.answer = () => ([200, 500, 400, 'die'] as const)[gateway.calls.length % 4] ?? 200
  const change = { familyMemberId: member.id, specialInstructions: rare.instructions }
  const { id } = await client.call(bookingRoutes.placeBooking, {
    body: bookingInput(packageId, address.id, change),
  })
  const params = { id }
  await admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
  for (const status of ['confirmed', 'sample-collection', 'lab-processing'] as const) {
    await lab.client.call(bookingRoutes.changeBookingStatus, { params, body: { status } })
  }
  await releaseReport(lab, id, { doctorComments: rare.instructions })
  for (let n = 0; n < 3; n += 1)
    await client.ask(authRoutes.login, { body: { email: rare.email, password: 'wrong one' } })
  await client.ask(authRoutes.forgotPassword, { body: { email: rare.email } })
  await client.ask(bookingRoutes.placeBooking, { body: { packageId, note: rare.instructions } })
}

describe('personal data', () => {
  it('is in no event, no key or value of Redis and no line of the log, also when messages fail', async ({
    stack,
  }) => {
    await journey(stack)
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
    const { rows } = await stack.database.asOwner(`select
      (select string_agg(e::text, E'\n') from log.events e) as events,
      (select string_agg(d::text, E'\n') from dead_letters d) as dead_letters,
      (select string_agg(coalesce(last_error, ''), E'\n') from outbox) as errors`)
    expect(rows[0].dead_letters).toContain('550')
    for (const text of Object.values<string>(rows[0])) expectNoTrace(text)
    expectNoTrace(await everythingIn(redis))
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
