import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { cancellationReasons, paymentMethods, timeSlots } from '@jaanch/contracts/vocabulary'
import { addDays, istDate } from '@jaanch/domain/calendar'
import type { Cast } from './cast.ts'
import type { Api } from './http.ts'
import { between, pick } from './pick.ts'

const stages = [
  'placed',
  'assigned',
  'confirmed',
  'sample-collection',
  'lab-processing',
  'completed',
] as const
type Stage = (typeof stages)[number]

/** Of a hundred bookings 80 are completed, 11 cancelled, and the others are left on their way. */
function fate(): { until: Stage; cancelledBy?: 'customer' | 'admin' } {
  const chance = Math.random()
  if (chance < 0.07) return { until: 'confirmed', cancelledBy: 'customer' }
  if (chance < 0.11) return { until: 'assigned', cancelledBy: 'admin' }
  if (chance < 0.2) return { until: pick(stages.slice(0, -1)) }
  return { until: 'completed' }
}

export type Life = {
  placed: (tookMs: number) => void
  /** Waiting between two steps, ms; none once the simulation ends */
  pause: () => number
}

/** Takes one booking from the wizard to its end, each step by the one whose step it is. @throws RefusedError */
export async function live(api: Api, cast: Cast, { placed, pause }: Life): Promise<void> {
  const customer = pick(cast.customers)
  const lab = pick(cast.labs)
  const { until, cancelledBy } = fate()
  const reaches = (stage: Stage) => stages.indexOf(stage) <= stages.indexOf(until)
  const paymentMethod = pick(paymentMethods)
  const isInstant = Math.random() < 0.15

  const began = performance.now()
  const { id } = await api.call<{ id: string }>({
    method: 'POST',
    path: '/api/bookings',
    token: customer.token,
    idempotencyKey: randomUUID(),
    body: {
      packageId: pick(cast.packages).id,
      addressId: customer.addressId,
      collectionType: isInstant ? 'instant' : 'scheduled',
      scheduledDate: isInstant ? null : addDays(istDate(new Date()), Math.ceil(between(0, 4))),
      scheduledTime: isInstant ? null : pick(timeSlots),
      familyMemberId: null,
      specialInstructions: null,
      paymentMethod,
    },
  })
  placed(performance.now() - began)

  const path = `/api/bookings/${id}`
  const advance = (status: Stage) => api.call({ method: 'PUT', path, token: lab.token, body: { status } })

  if (reaches('assigned')) {
    await setTimeout(pause())
    const body = { labPartnerId: lab.labPartnerId }
    await api.call({ method: 'POST', path: `/api/admin/bookings/${id}/assign-lab`, token: cast.admin, body })
  }
  for (const stage of stages.slice(2)) {
    if (!reaches(stage)) break
    await setTimeout(pause())
    await advance(stage)
    if (stage === 'sample-collection' && paymentMethod !== 'cash-on-collection') {
      const body = { method: paymentMethod, reference: `SIM-${id.slice(0, 8)}` }
      await api.call({ method: 'POST', path: `${path}/payment`, token: lab.token, body })
    }
  }
  if (!cancelledBy) return
  await setTimeout(pause())
  const token = cancelledBy === 'customer' ? customer.token : cast.admin
  const reason =
    cancelledBy === 'customer'
      ? 'customer-request'
      : pick(cancellationReasons.filter((each) => !each.startsWith('customer')))
  await api.call({ method: 'PUT', path, token, body: { status: 'cancelled', reason } })
}
