import { privacyCalls } from '@jaanch/account/privacy/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { bookingCalls } from '@jaanch/booking/api'
import type { Route } from '@jaanch/contracts/http/route'
import { notificationCalls } from '@jaanch/messages/api'
import { bounds } from '@jaanch/platform/http/bounds'
import { describe, expect } from 'vitest'
import { createClient } from '../../support/client.ts'
import { cutCall, encodeRequest, filledGates } from '../../support/cut-call.ts'
import { createCustomer, type Person, password, registerCustomer, tokens } from '../../support/people.ts'
import { createBookingInStatus } from '../../support/reports.ts'
import type { Stack } from '../../support/stack.ts'
import { stackTest } from '../../support/test.ts'

const it = stackTest({ workers: false })

const calls = 1_000
const atOnce = 30
const latestMs = 40
/** Exports take longer: their passwords are checked first, one after the other, the longer the slower the machine is */
const latestExportMs = { first: 20_000, later: 3_000 }
/** How often a customer comes, books, cancels and signs in while the stranger goes on, at least */
const rounds = 3
/** The resources that the calls must have held at some time: otherwise the test does not prove that they gave them back */
const expected = ['writes', 'logins', 'password checks', 'exports']
const giveUpAfterMs = 200_000
const networks = { stranger: '203.0.113.9', customer: '198.51.100.7' }

/** Tokens of sessions, each of which one logout ends. */
async function openSessions({ database }: Stack, { id }: Person, n: number): Promise<string[]> {
  const { rows } = await database.asOwner(
    `insert into sessions (id, user_id, device, network, created_at, last_seen_at, ends_at)
     select gen_random_uuid(), $1, 'Test', 'test', now(), now(), now() + interval '1 day'
       from generate_series(1, $2) returning id`,
    [id, n],
  )
  const user = { id, role: 'customer', tokenVersion: 1, labPartnerId: null } as const
  return rows.map((session) => tokens.issue(user, { id: session.id, lifetimeMs: 86_400_000 }))
}

function requestTo({ method, path }: Route, token: string, body: object): Buffer {
  const headers = {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': networks.stranger,
    'content-type': 'application/json',
  }
  return encodeRequest({ method, path, headers, body: JSON.stringify(body) })
}

describe('a stranger who cuts a thousand writes, logins, logouts and exports', () => {
  it('has no call of other people refused, and holds nothing afterwards', async ({
    stack,
    admin,
    lab,
    packageId,
  }) => {
    const url = await stack.anotherApi({
      trustedProxies: 1,
      // waits are those of tests: how fast this machine is does not decide
      bounds: { waitingRequests: bounds.waitingRequests },
      limits: { exports: 10 * calls },
    })
    const stranger = await registerCustomer(stack.url)
    const sessions = await openSessions(stack, stranger, calls / 4)
    const { email, token } = stranger
    const kinds: ((n: number) => Buffer)[] = [
      () => requestTo(notificationCalls.readNotifications, token, { all: true }),
      () => requestTo(authCalls.login, token, { email, password }),
      (n) => requestTo(authCalls.logout, sessions[n % sessions.length] as string, {}),
      () => requestTo(privacyCalls.exportMe, token, { password }),
    ]

    let sent = 0
    let worked = 0
    let hasFailed = false
    const filled = new Set<string>()
    const until = performance.now() + giveUpAfterMs
    const isEnough = () =>
      hasFailed ||
      (sent >= calls &&
        (performance.now() > until || (worked >= rounds && expected.every((gate) => filled.has(gate)))))
    async function attack(): Promise<void> {
      while (!isEnough()) {
        const n = sent++
        const kind = n % kinds.length
        const bytes = kinds[kind]?.(Math.floor(n / kinds.length)) as Buffer
        const exportMs = filled.has('exports') ? latestExportMs.later : latestExportMs.first
        await cutCall(url, bytes, Math.random() * (kind === 3 ? exportMs : latestMs))
        if (n % 5 === 0) for (const gate of Object.keys(await filledGates())) filled.add(gate)
      }
    }

    const at = <P extends Person>(person: P): P => ({ ...person, client: createClient(url, person.token) })
    const customer = at(await createCustomer(stack))
    const people = { customer, lab: at(lab), admin: at(admin), packageId }
    const owner = await registerCustomer(stack.url)
    /** Each call must succeed: `call` expects the status of success. */
    async function workOnce(): Promise<void> {
      const id = await createBookingInStatus('confirmed', people)
      expect((await customer.client.call(bookingCalls.listBookings))[0]).toMatchObject({ id })
      await customer.client.call(bookingCalls.changeBookingStatus, {
        params: { id },
        body: { status: 'cancelled', reason: 'customer-request' },
      })
      const login = {
        method: 'POST',
        body: JSON.stringify({ email: owner.email, password }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': networks.customer },
      }
      expect(await createClient(url).raw(authCalls.login.path, login)).toMatchObject({ status: 200 })
      worked += 1
    }

    const attacking = Promise.all(Array.from({ length: atOnce }, attack))
    try {
      while (!isEnough()) await workOnce()
    } catch (error) {
      hasFailed = true
      throw error
    } finally {
      await attacking
    }
    expect([...filled]).toEqual(expect.arrayContaining(expected))
    await expect.poll(filledGates).toEqual({})
    await workOnce()
  }, 400_000)
})
