import { randomUUID } from 'node:crypto'
import { callWithRetry, get, post, put, signIn } from './api-client.ts'

export const customerPassword = 'secret-enough'

export type Customer = {
  email: string
  token: string
  /** The body of a request that places a booking */
  bookingRequest: object
  /** Places one booking, with retries. @returns its id */
  placeBooking(): Promise<string>
  /** @returns all bookings of this customer, from all pages */
  listBookings(): Promise<{ id: string; orderNumber: string | null }[]>
  /** Requests the newest bookings, without retries. `status` is 0 if there was no reply; `behind`: events may be missing */
  readFirstPage(): Promise<{ status: number; ids: string[]; behind: boolean }>
}

/** @param phone of a customer who gets SMS */
export async function createCustomer(url: string, phone?: string): Promise<Customer> {
  const email = `${randomUUID()}@customers.example`
  const account = { name: 'Chaos', email, password: customerPassword, role: 'customer' }
  await callWithRetry(url, '/api/auth/register', post(undefined, account))
  const token = await signIn(url, email, account.password)
  if (phone) await callWithRetry(url, '/api/users/me', put(token, { phone }))
  const popular = (await callWithRetry(url, '/api/packages/popular')).body as { id: string }[]
  const home = {
    street: '1 MG Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    phone: '9876543210',
  }
  const address = (await callWithRetry(url, '/api/customer-addresses', post(token, home))).body as {
    id: string
  }
  const bookingRequest = {
    packageId: popular[0]?.id,
    collectionType: 'instant',
    addressId: address.id,
    paymentMethod: 'upi',
  }

  return {
    email,
    token,
    bookingRequest,
    async placeBooking() {
      const { status, body } = await callWithRetry(url, '/api/bookings', post(token, bookingRequest))
      if (status !== 201) throw new Error(`Rejected with ${status}: ${JSON.stringify(body)}`)
      return (body as { id: string }).id
    },
    async listBookings() {
      const all: { id: string; orderNumber: string | null }[] = []
      for (let path: string | undefined = '/api/bookings?limit=500'; path; ) {
        const response: Response = await fetch(`${url}${path}`, get(token))
        all.push(...((await response.json()) as typeof all))
        path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      }
      return all
    },
    async readFirstPage() {
      try {
        const signal = AbortSignal.timeout(10_000)
        const response = await fetch(`${url}/api/bookings`, { ...get(token), signal })
        const body = await response.json()
        const ids = response.ok ? (body as { id: string }[]).map(({ id }) => id) : []
        return { status: response.status, ids, behind: response.headers.has('read-behind') }
      } catch {
        return { status: 0, ids: [], behind: false }
      }
    },
  }
}
