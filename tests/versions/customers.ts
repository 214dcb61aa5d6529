import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { PoliteClient } from '@jaanch/tests/support/polite-client'

type Booking = { id: string; status: string; orderNumber: string | null }

type Customer = {
  token: string
  /** Ids of the bookings that the API acknowledged */
  acknowledged: string[]
  /** @returns all bookings, newest first */
  list(): Promise<Booking[]>
}

export type Traffic = {
  customers: Customer[]
  /** Writes that the API acknowledged so far */
  acknowledged(): number
  /** Bookings that a list, read after their acknowledgement, did not contain although it claimed to be complete */
  unread: string[]
  /** Resolves when every customer has ended its last booking */
  stop(): Promise<void>
}

const pauseBetweenBookingsMs = 120

/** Customers who place bookings and read their list, one after another; the admin and the lab move every booking on. */
export async function startTraffic(
  client: PoliteClient,
  count: number,
  proveEmail: (email: string) => Promise<unknown>,
): Promise<Traffic> {
  const admin = await signIn(client, 'admin@jaanch.example', 'admin-demo-2026')
  const lab = await signIn(client, 'lab1@jaanch.example', 'lab-demo-2026')
  const { body } = await client.call('GET', '/api/lab-partners', { token: admin })
  const labPartnerId = (body as { id: string; user: { email: string } }[]).find(
    ({ user }) => user.email === 'lab1@jaanch.example',
  )?.id
  const customers = await Promise.all(Array.from({ length: count }, () => createCustomer(client, proveEmail)))
  const unread: string[] = []
  let isStopped = false
  let moves = 0

  async function move(path: string, method: 'POST' | 'PUT', token: string, change: unknown): Promise<void> {
    const { status, body } = await client.call(method, path, { token, body: change })
    moves += 1
    if (status >= 400) client.failures.push(`${path}: ${status} ${JSON.stringify(body)}`)
  }

  async function run({ customer, place }: Awaited<ReturnType<typeof createCustomer>>): Promise<void> {
    while (!isStopped) {
      const id = await place()
      const { body: list, isBehind } = await client.call('GET', '/api/bookings', { token: customer.token })
      if (!isBehind && !(list as Booking[]).some((booking) => booking.id === id)) unread.push(id)
      await move(`/api/admin/bookings/${id}/assign-lab`, 'POST', admin, { labPartnerId })
      await move(`/api/bookings/${id}`, 'PUT', lab, { status: 'confirmed' })
      await setTimeout(pauseBetweenBookingsMs)
    }
  }
  const running = customers.map(run)

  return {
    customers: customers.map(({ customer }) => customer),
    acknowledged: () =>
      moves + customers.reduce((sum, { customer }) => sum + customer.acknowledged.length, 0),
    unread,
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

async function signIn(client: PoliteClient, email: string, password: string): Promise<string> {
  const { body } = await client.call('POST', '/api/auth/login', { body: { email, password } })
  return (body as { token: string }).token
}

async function createCustomer(client: PoliteClient, proveEmail: (email: string) => Promise<unknown>) {
  const email = `${randomUUID()}@customers.example`
  const account = { name: 'Versions', email, password: 'secret-enough', role: 'customer' }
  await client.call('POST', '/api/auth/register', { body: account })
  // messages are sent to proven addresses only
  await proveEmail(email)
  const token = await signIn(client, email, account.password)
  const packages = await client.call('GET', '/api/packages/popular')
  const packageId = (packages.body as { id: string }[])[0]?.id
  const home = {
    street: '1 MG Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    phone: '9876543210',
  }
  const address = await client.call('POST', '/api/customer-addresses', { token, body: home })
  const request = {
    packageId,
    collectionType: 'instant',
    addressId: (address.body as { id: string }).id,
    paymentMethod: 'upi',
  }
  const customer: Customer = {
    token,
    acknowledged: [],
    async list() {
      const bookings = await client.call('GET', '/api/bookings?limit=500', { token })
      return bookings.body as Booking[]
    },
  }
  async function place(): Promise<string> {
    const { status, body } = await client.call('POST', '/api/bookings', { token, body: request })
    if (status !== 201) throw new Error(`The booking was answered with ${status}: ${JSON.stringify(body)}`)
    const { id } = body as { id: string }
    customer.acknowledged.push(id)
    return id
  }
  return { customer, place }
}
