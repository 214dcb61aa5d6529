/** Bookings that pass through their first steps, with a customer, an admin and a lab. */
import { setTimeout } from 'node:timers/promises'
import { callWithRetry, get, NoReplyError, post, put, signIn, signInAsAdmin } from './api-client.ts'
import { type Customer, createCustomer } from './customer.ts'

export type FinalStatus = 'confirmed' | 'cancelled'
/** A booking that reached its final status, and the customer who gets its messages. */
export type FinishedBooking = {
  id: string
  finalStatus: FinalStatus
  customer: { email: string; phone: string }
}

export type FlowOptions = {
  /** Called when a customer has registered, before the first booking */
  onCustomer?: (customer: Customer) => void | Promise<void>
  /** Called after each acknowledged write of a booking */
  onAcknowledged?: () => void
  /** true: a booking of which an acknowledged write was lost is abandoned; by default the flow ends with an error */
  canLoseWrites?: boolean
  /** Ends the flow before `total`: bookings that are under way are brought to their end */
  signal?: AbortSignal
}

const concurrency = 12

/**
 * Places `total` bookings at a steady rate. Each is assigned to a lab and confirmed by it; every tenth is then cancelled by
 * its customer.
 *
 * @param durationMs the duration of the flow; on a slow machine it takes longer
 */
export async function runBookingFlow(
  url: string,
  total: number,
  durationMs: number,
  { onCustomer, onAcknowledged, canLoseWrites = false, signal }: FlowOptions = {},
): Promise<FinishedBooking[]> {
  const admin = await signInAsAdmin(url)
  const lab = await signIn(url, 'lab1@jaanch.example', 'lab-demo-2026')
  const { body } = await callWithRetry(url, '/api/lab-partners', get(admin))
  const labs = body as { id: string; user: { email: string } }[]
  const labPartnerId = labs.find(({ user }) => user.email === 'lab1@jaanch.example')?.id
  const finished: FinishedBooking[] = []
  const startedAt = Date.now()
  let started = 0

  async function runCustomer(index: number): Promise<void> {
    const phone = `+9198${String(index).padStart(2, '0')}${String(Date.now()).slice(-6)}`
    const customer = await createCustomer(url, phone)
    await onCustomer?.(customer)
    while (started < total && !signal?.aborted) {
      started += 1
      const n = started
      await setTimeout(Math.max(0, startedAt + (n / total) * durationMs - Date.now()))
      try {
        finished.push(await runBooking(customer, phone, n % 10 === 0))
      } catch (error) {
        if (!canLoseWrites || error instanceof NoReplyError) throw error
      }
    }
  }

  async function runBooking(
    customer: Customer,
    phone: string,
    isCancelled: boolean,
  ): Promise<FinishedBooking> {
    const id = await customer.placeBooking()
    onAcknowledged?.()
    await expectOk(`/api/admin/bookings/${id}/assign-lab`, post(admin, { labPartnerId }))
    await expectOk(`/api/bookings/${id}`, put(lab, { status: 'confirmed' }))
    if (isCancelled) await expectOk(`/api/bookings/${id}`, put(customer.token, { status: 'cancelled' }))
    return {
      id,
      finalStatus: isCancelled ? 'cancelled' : 'confirmed',
      customer: { email: customer.email, phone },
    }
  }

  async function expectOk(path: string, init: RequestInit): Promise<void> {
    const { status, body } = await callWithRetry(url, path, init)
    if (status >= 400) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    onAcknowledged?.()
  }

  await Promise.all(Array.from({ length: concurrency }, (_, index) => runCustomer(index)))
  return finished
}
