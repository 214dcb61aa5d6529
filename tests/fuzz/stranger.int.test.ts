import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { notificationRoutes } from '@jaanch/contracts/http/notifications'
import { privacyRoutes } from '@jaanch/contracts/http/privacy'
import type { Route } from '@jaanch/contracts/http/route'
import { describe, expect } from 'vitest'
import { bounds } from '../../services/api/src/bounds.ts'
import { createClient } from '../support/client.ts'
import { cutCall, encodeRequest, filledGates } from '../support/cut-call.ts'
import { createCustomer, type Person, password, registerCustomer } from '../support/people.ts'
import { createBookingInStatus } from '../support/reports.ts'
import { ownStackTest } from '../support/test.ts'

const it = ownStackTest({ workers: false })

const calls = 1_000
const atOnce = 100
const latestMs = 40
const networks = { stranger: '203.0.113.9', customer: '198.51.100.7' }

describe('a stranger who cuts a thousand writes, logins, logouts and exports', () => {
  it('has no call of other people refused, and holds nothing afterwards', async ({
    stack,
    admin,
    lab,
    packageId,
  }) => {
    const url = await stack.anotherApi({
      trustedProxies: 1,
      bounds: { waitingRequests: bounds.waitingRequests },
      limits: { exports: calls },
    })
    const stranger = await createCustomer(stack)
    const { email } = await registerCustomer(stack.url)
    const requestTo = ({ method, path }: Route, body = '{}') =>
      encodeRequest({
        method,
        path,
        headers: {
          authorization: `Bearer ${stranger.token}`,
          'x-forwarded-for': networks.stranger,
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        body: method === 'GET' ? '' : body,
      })
    const kinds = [
      requestTo(notificationRoutes.readNotifications, '{"all":true}'),
      requestTo(authRoutes.login, JSON.stringify({ email, password })),
      requestTo(authRoutes.logout),
      requestTo(privacyRoutes.exportMe),
    ]

    let sent = 0
    async function attack(): Promise<void> {
      while (sent < calls) {
        sent += 1
        await cutCall(url, kinds[sent % kinds.length] as Buffer, Math.random() * latestMs)
      }
    }

    const at = <P extends Person>(person: P): P => ({ ...person, client: createClient(url, person.token) })
    const customer = at(await createCustomer(stack))
    const people = { customer, lab: at(lab), admin: at(admin), packageId }
    const owner = await registerCustomer(stack.url)
    /** Each call must succeed. */
    async function workOnce(): Promise<void> {
      const id = await createBookingInStatus('confirmed', people)
      await customer.client.call(bookingRoutes.listBookings)
      await customer.client.call(bookingRoutes.changeBookingStatus, {
        params: { id },
        body: { status: 'cancelled', reason: 'customer-request' },
      })
      const login = {
        method: 'POST',
        body: JSON.stringify({ email: owner.email, password }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': networks.customer },
      }
      expect(await createClient(url).raw(authRoutes.login.path, login)).toMatchObject({ status: 200 })
    }

    const attacking = Promise.all(Array.from({ length: atOnce }, attack))
    let isOver = false
    attacking.finally(() => {
      isOver = true
    })
    do await workOnce()
    while (!isOver)
    await attacking
    await expect.poll(filledGates, { timeout: 30_000 }).toEqual([])
    await workOnce()
  }, 120_000)
})
