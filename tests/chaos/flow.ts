/** Bookings that flow through their first steps, as customers, an admin and a lab would move them. */
import { randomUUID } from 'node:crypto'
import { callPatiently, newCustomer, post, put, signIn } from './customer.ts'

export type Path = 'confirmed' | 'cancelled'
/** A booking that reached where it was to go, and who was to hear of it. */
export type Flowed = { id: string; path: Path; customer: { email: string; phone: string } }

const lanes = 12

/**
 * Places `total` bookings as evenly as the machine allows, and takes each to its end: assigned and confirmed by the lab;
 * every tenth cancelled by its customer.
 * @param within ms that the flow should take; it takes longer where the machine is slow
 */
export async function flow(url: string, total: number, within: number): Promise<Flowed[]> {
  const admin = await signIn(url, 'admin@jaanch.example', 'admin-demo-2026')
  const lab = await signIn(url, 'lab1@jaanch.example', 'lab-demo-2026')
  const labs = (await callPatiently(url, '/api/lab-partners', { headers: bearer(admin) })).body as {
    id: string
    user: { email: string }
  }[]
  const labPartnerId = labs.find(({ user }) => user.email === 'lab1@jaanch.example')?.id
  const done: Flowed[] = []
  const began = Date.now()
  let placed = 0

  async function lane(index: number): Promise<void> {
    const phone = `+9198${String(index).padStart(2, '0')}${String(Date.now()).slice(-6)}`
    const customer = await newCustomer(url, phone)
    while (placed < total) {
      placed += 1
      const n = placed
      const due = began + (n / total) * within
      if (due > Date.now()) await new Promise((resolve) => setTimeout(resolve, due - Date.now()))
      const id = await customer.book()
      await expectOk(`/api/admin/bookings/${id}/assign-lab`, post(admin, { labPartnerId }))
      await expectOk(`/api/bookings/${id}`, put(lab, { status: 'confirmed' }))
      if (n % 10 === 0) await expectOk(`/api/bookings/${id}`, put(customer.token, { status: 'cancelled' }))
      const { email } = customer
      done.push({ id, path: n % 10 === 0 ? 'cancelled' : 'confirmed', customer: { email, phone } })
    }
  }

  /** A move that was sent again after its answer was lost is refused, for it was made: that is well. */
  async function expectOk(path: string, init: RequestInit): Promise<void> {
    const { status, body } = await callPatiently(url, path, init)
    if (status >= 400 && status !== 409) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  }

  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)))
  return done
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
}
