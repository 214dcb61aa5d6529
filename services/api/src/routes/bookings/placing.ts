import { AppError } from '@jaanch/contracts/errors'
import { type BookingView, bookingRoutes, type prescriptionOrderInput } from '@jaanch/contracts/http/bookings'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { noBooking } from '@jaanch/domain/booking/state'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import { answerBooking, type CommandRequest, commandBooking } from './commanding.ts'
import { findDetails, keepDetails, replaceDetails } from './details.ts'
import { placementOf } from './placement.ts'
import { proposalOf } from './proposal.ts'

type Request = Pick<CommandRequest, 'caller' | 'requestId'>

/**
 * Places a booking: the rows that its event refers to first, under the booking's id, then the event. If the process dies
 * in between, the rows are orphans that nobody sees; if the request comes again it finds what was done and answers the same.
 */
export function servePlacing(app: FastifyInstance, context: Context): void {
  serve(app, context, bookingRoutes.placeBooking, ({ body, caller, idempotencyKey, request }) =>
    caller.role === 'admin'
      ? propose(context, body as unknown as z.output<typeof prescriptionOrderInput>, {
          caller,
          requestId: request.id,
        })
      : place(context, body, idempotencyKey, { caller, requestId: request.id }),
  )
}

/** A customer's booking from the wizard. Under one Idempotency-Key there is one booking. */
async function place(
  context: Context,
  body: Parameters<typeof placementOf>[1],
  idempotencyKey: string | undefined,
  request: Request,
): Promise<BookingView> {
  const { db } = context
  const { caller } = request
  const bookingId = newIdFor('booking', caller.userId, idempotencyKey)
  const requestHash = hashOfBody(body)
  const known = await findDetails(db, bookingId)
  if (known && known.requestHash !== requestHash) throw new AppError('key-reused')
  const before = known && (await answerBooking(context, bookingId))
  if (before) return before

  const { details, address } = await placementOf(context, body, bookingId, caller)
  // before anything is kept: a request that is refused must not use up its key
  const decision = bookingDecider.decide(noBooking, { type: 'place', details }, context.now())
  if ('refused' in decision) throw new AppError(decision.refused)
  const specialInstructions = body.specialInstructions ?? null
  const kept = await keepDetails(db, {
    bookingId,
    customerId: caller.userId,
    address,
    specialInstructions,
    requestHash,
  })
  // of two different requests that come at once under one key, the first to write its details wins
  if (kept !== requestHash) throw new AppError('key-reused')
  return commandBooking(context, {
    ...request,
    bookingId,
    appendId: newIdFor('place', caller.userId, idempotencyKey),
    command: { type: 'place', details },
    alreadyDone: (code) => code === 'already-exists' && idempotencyKey !== undefined,
  })
}

/** An admin's order from a prescription. A prescription has one order, so its id follows from the prescription's. */
async function propose(
  context: Context,
  body: z.output<typeof prescriptionOrderInput>,
  request: Request,
): Promise<BookingView> {
  const { db } = context
  const bookingId = appendIdOf('prescription-order', body.prescriptionId)
  const requestHash = hashOfBody(body)
  const before = await answerBooking(context, bookingId)
  if (before) {
    const known = await findDetails(db, bookingId)
    if (known?.requestHash === requestHash) return before
    throw new AppError('already-exists', 'An order exists already for this prescription.')
  }

  const { details, address } = await proposalOf(context, body, bookingId)
  const specialInstructions = body.specialInstructions ?? null
  const kept = { bookingId, customerId: body.customerId, address, specialInstructions, requestHash }
  return commandBooking(context, {
    ...request,
    bookingId,
    appendId: appendIdOf('propose', body.prescriptionId, requestHash),
    command: { type: 'propose', details },
    // of two admins at once, the details are those of the one whose order it became
    also: replaceDetails(kept),
  })
}
