import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

type Answer = { status: number; body: unknown }

/** Sends until an answer comes that is not "try again": what a patient client does while processes die. */
export async function callPatiently(url: string, path: string, init: RequestInit = {}): Promise<Answer> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(10_000) })
      const text = await response.text()
      if (response.status < 500) return { status: response.status, body: JSON.parse(text) }
    } catch {
      // refused, reset or cut off in the middle: the same request again
    }
    await setTimeout(100)
  }
  throw new Error(`No answer for ${path}`)
}

/** A request that carries JSON; sent again, it keeps its key. */
export function post(token: string | undefined, body: unknown, key: string = randomUUID()): RequestInit {
  return {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }
}

export function put(token: string, body: unknown): RequestInit {
  return { ...post(token, body), method: 'PUT' }
}

/** @returns a token */
export async function signIn(url: string, email: string, password: string): Promise<string> {
  const { status, body } = await callPatiently(url, '/api/auth/login', post(undefined, { email, password }))
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status} ${JSON.stringify(body)}`)
  return (body as { token: string }).token
}

export type Customer = {
  email: string
  token: string
  /** Places one booking, however often it must be sent. @returns its id */
  book(): Promise<string>
  /** @returns all bookings of this customer, page by page */
  bookings(): Promise<{ id: string; orderNumber: string | null }[]>
  /** Asks once for the newest bookings. `status` is 0 when no answer came; `behind`: it says that it may lack something */
  firstPage(): Promise<{ status: number; ids: string[]; behind: boolean }>
}

/** @param phone for a customer who is to be told by SMS */
export async function newCustomer(url: string, phone?: string): Promise<Customer> {
  const email = `${randomUUID()}@customers.example`
  await callPatiently(
    url,
    '/api/auth/register',
    post(undefined, { name: 'Chaos', email, password: 'secret-enough', role: 'customer' }),
  )
  const token = await signIn(url, email, 'secret-enough')
  if (phone) await callPatiently(url, '/api/users/me', put(token, { phone }))
  const popular = (await callPatiently(url, '/api/packages/popular')).body as { id: string }[]
  const address = (
    await callPatiently(
      url,
      '/api/customer-addresses',
      post(token, {
        street: '1 MG Road',
        city: 'Pune',
        state: 'Maharashtra',
        pincode: '411001',
        phone: '9876543210',
      }),
    )
  ).body as { id: string }

  return {
    email,
    token,
    async book() {
      const body = {
        packageId: popular[0]?.id,
        collectionType: 'instant',
        addressId: address.id,
        paymentMethod: 'upi',
      }
      const { status, body: booking } = await callPatiently(url, '/api/bookings', post(token, body))
      if (status !== 201) throw new Error(`Refused with ${status}: ${JSON.stringify(booking)}`)
      return (booking as { id: string }).id
    },
    async bookings() {
      const all: { id: string; orderNumber: string | null }[] = []
      for (let path: string | undefined = '/api/bookings?limit=500'; path; ) {
        const response: Response = await fetch(`${url}${path}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        all.push(...((await response.json()) as typeof all))
        path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      }
      return all
    },
    async firstPage() {
      try {
        const response = await fetch(`${url}/api/bookings`, {
          headers: { authorization: `Bearer ${token}` },
          signal: AbortSignal.timeout(10_000),
        })
        const body = await response.json()
        const ids = response.ok ? (body as { id: string }[]).map(({ id }) => id) : []
        return { status: response.status, ids, behind: response.headers.has('read-behind') }
      } catch {
        return { status: 0, ids: [], behind: false }
      }
    },
  }
}
