import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { cancellationReasons, paymentMethods, timeSlots } from '@jaanch/contracts/vocabulary'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Client } from '@jaanch/tests/support/client'
import type { Participants } from '@jaanch/tests/support/participants'
import { openVisit, type Rounds } from './visit.ts'

const stages = [
  'placed',
  'assigned',
  'confirmed',
  'sample-collection',
  'lab-processing',
  'completed',
] as const
type Stage = (typeof stages)[number] | 'cancelled'

/** Of 100 bookings 80 are completed, 11 are cancelled, and the others stop at some stage; with a collector, some at the door. */
function chooseLastStage(random: Random): {
  lastStage: (typeof stages)[number]
  cancelledBy?: 'customer' | 'admin'
} {
  const n = random.between(0, 1)
  if (n < 0.07) return { lastStage: 'confirmed', cancelledBy: 'customer' }
  if (n < 0.11) return { lastStage: 'assigned', cancelledBy: 'admin' }
  if (n < 0.2) return { lastStage: random.pick(stages.slice(0, -1)) }
  return { lastStage: 'completed' }
}

/** A step that was acknowledged, with those who took part. */
export type Reached = { stage: Stage; id: string; customer: { token: string }; lab: { token: string } }

type Options = {
  random: Random
  onPlaced: (durationMs: number) => void
  /** Time between two steps, ms; 0 once the simulation ends */
  pauseMs: () => number
  /** Called for what is done in the rounds of the labs that have a crew */
  onRound?: (what: keyof Rounds) => void
  /** Called after each step */
  onReached?: (reached: Reached) => Promise<void>
}

/** Moves one booking from the wizard to its last stage, each step with the token of its actor. @throws Error if one is refused */
export async function simulateBooking(
  client: Client,
  participants: Participants,
  { random, onPlaced, pauseMs, onRound = () => {}, onReached }: Options,
): Promise<void> {
  const customer = random.pick(participants.customers)
  const lab = random.pick(participants.labs)
  const { lastStage, cancelledBy } = chooseLastStage(random)
  const reaches = (stage: (typeof stages)[number]) => stages.indexOf(stage) <= stages.indexOf(lastStage)
  const paymentMethod = random.pick(paymentMethods)
  const isInstant = random.chance(0.15)

  const startedAt = performance.now()
  const { id } = await client.as(customer.token).call(bookingRoutes.placeBooking, {
    idempotencyKey: randomUUID(),
    body: {
      packageId: random.pick(participants.packages).id,
      addressId: customer.addressId,
      collectionType: isInstant ? 'instant' : 'scheduled',
      scheduledDate: isInstant ? null : addDays(istDate(new Date()), Math.ceil(random.between(0, 4))),
      scheduledTime: isInstant ? null : random.pick(timeSlots),
      familyMemberId: null,
      specialInstructions: null,
      paymentMethod,
    },
  })
  onPlaced(performance.now() - startedAt)
  const announce = (stage: Stage) => onReached?.({ stage, id, customer, lab })
  await announce('placed')

  const params = { id }
  const byLab = client.as(lab.token)
  async function advance(stage: Stage): Promise<void> {
    await byLab.call(bookingRoutes.changeBookingStatus, { params, body: { status: stage as never } })
    if (stage !== 'sample-collection') return
    const reference = paymentMethod === 'cash-on-collection' ? null : `SIM-${id.slice(0, 8)}`
    const body = { method: paymentMethod, reference }
    await byLab.call(bookingRoutes.recordPayment, { params, body })
  }
  if (reaches('assigned')) {
    await setTimeout(pauseMs())
    const body = { labPartnerId: lab.labPartnerId }
    await client.as(participants.admin).call(bookingRoutes.assignLab, { params, body })
    await announce('assigned')
  }
  const { crew } = lab
  const visit =
    crew &&
    reaches('sample-collection') &&
    openVisit(
      client,
      { bookingId: id, customer, lab: { ...lab, crew }, paymentMethod },
      { random, pauseMs, onRound },
    )
  for (const stage of stages.slice(2)) {
    if (!reaches(stage)) break
    await setTimeout(pauseMs())
    if (visit && stage === 'sample-collection') {
      if (!(await visit.collect())) return
    } else if (visit && stage === 'lab-processing') {
      const isLeft = await visit.decide()
      // what was rejected whole is completed with its recollection
      if (!isLeft) break
    } else await advance(stage)
    await announce(stage)
  }
  if (visit) await visit.collectAgain()
  if (!cancelledBy) return
  await setTimeout(pauseMs())
  const token = cancelledBy === 'customer' ? customer.token : participants.admin
  const reason =
    cancelledBy === 'customer'
      ? 'customer-request'
      : random.pick(cancellationReasons.filter((reason) => !reason.startsWith('customer')))
  const body = { status: 'cancelled', reason } as const
  await client.as(token).call(bookingRoutes.changeBookingStatus, { params, body })
  await announce('cancelled')
}
