/** Commands on prescriptions: an admin's review, and what follows from an order. */

import type { Audit } from '@jaanch/account/audit/audit'
import { onOffer } from '@jaanch/catalogue/packages/package-rows'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { accept, type Decision, decideAll, fold } from '@jaanch/contracts/decider'
import { AppError } from '@jaanch/contracts/errors'
import { type CommandTarget, commandHandler, type Handled } from '@jaanch/eventlog/command-handler'
import type { Recorded } from '@jaanch/eventlog/events'
import { identifyCommand } from '@jaanch/eventlog/idempotency'
import type { EventLog } from '@jaanch/eventlog/stream'
import { type ConsumerEvent, type HandlerContext, originOf, react } from '@jaanch/eventlog/work/handler'
import { serveCall } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { prescriptionsConsumer } from '../consumers.ts'
import { bookingDecider } from '../decider.ts'
import type { BookingEvent } from '../events.ts'
import { type PrescriptionView, prescriptionCalls } from './api.ts'
import {
  decideUpdate,
  type PrescriptionCommand,
  type PrescriptionEvent,
  type PrescriptionState,
  type PrescriptionSummary,
  prescriptionDecider,
  prescriptionSummaryModel,
} from './prescription.ts'
import { prescriptionRow, presentPrescription, selectSummary } from './table.ts'

/** The streams of prescriptions, with the summary as state. */
export const prescriptions = commandHandler(prescriptionSummaryModel)

type State = PrescriptionSummary | undefined

type PrescriptionRequest = {
  prescriptionId: string
  appendId: string
  caller: Caller
  requestId: string
} & Pick<CommandTarget<PrescriptionEvent, State>, 'beforeAppend' | 'writeRows'>

export function decidePrescription(
  { appender, logDb: pool }: EventLog,
  { prescriptionId: id, caller, requestId: correlationId, ...target }: PrescriptionRequest,
  decide: (prescription: PrescriptionState) => Decision<PrescriptionEvent>,
): Promise<Handled<State>> {
  return prescriptions.handle(
    { appender, pool },
    { ...target, id, actor: actorOf(caller), correlationId },
    (prescription) => decide(prescription ?? prescriptionDecider.initial),
  )
}

/** @returns the view of a prescription after a command, current even if the projector is behind. @throws AppError the refusal */
export async function viewHandled(
  db: CommonQueryMethods,
  { state, refused }: Pick<Handled<State>, 'state' | 'refused'>,
): Promise<PrescriptionView> {
  if (refused || !state) throw new AppError(refused ?? 'not-found')
  return viewPrescription(db, state)
}

export async function viewPrescription(
  db: CommonQueryMethods,
  prescription: PrescriptionSummary,
): Promise<PrescriptionView> {
  return presentPrescription(await db.one(sql.type(prescriptionRow)`${selectSummary(prescription)}`))
}

/**
 * Adds to the audit trail that an admin is shown what customers and admins noted on prescriptions, before the answer: once for each
 * account, prescription and day. What customers see of their own is not recorded.
 * @throws if the audit trail is unavailable
 */
export async function recordNotes<View extends PrescriptionView | readonly PrescriptionView[]>(
  audit: Audit,
  caller: Caller,
  shown: View,
): Promise<View> {
  if (caller.role === 'customer') return shown
  const noted = [shown].flat().filter(({ notes, adminNotes }) => notes !== null || adminNotes !== null)
  await audit.recordLooks(
    caller,
    noted.map(({ id, customerId }) => ({
      action: 'notes-seen',
      userId: customerId,
      object: `prescription:${id}`,
    })),
  )
  return shown
}

/** A repeated call changes nothing. */
export const addItem = serveCall(
  prescriptionCalls.addPrescriptionItem,
  async (call, { appender, logDb, db, audit, now }) => {
    const { params, body, caller, request } = call
    const { packageId } = body
    const isOnOffer = await db.exists(sql.unsafe`select from packages where id = ${packageId} and ${onOffer}`)
    const { appendId, beforeAppend } = await identifyCommand(
      logDb,
      prescriptionCalls.addPrescriptionItem,
      call,
    )
    const target = { prescriptionId: params.id, appendId, beforeAppend, caller, requestId: request.id }
    const handled = await decidePrescription({ appender, logDb }, target, (prescription) => {
      if (prescription.status !== 'none') {
        if (prescription.packageIds.includes(packageId)) return accept()
        if (!isOnOffer) throw new AppError('package-unavailable')
      }
      return prescriptionDecider.decide(prescription, { type: 'addItem', packageId }, now())
    })
    return recordNotes(audit, caller, await viewHandled(db, handled))
  },
)

/** A repeated call changes nothing. */
export const changePrescription = serveCall(
  prescriptionCalls.changePrescription,
  async (call, { appender, logDb, db, audit, now }) => {
    const { params, body, caller, request } = call
    const { isSettled, settle, ...identity } = await identifyCommand(
      logDb,
      prescriptionCalls.changePrescription,
      call,
    )
    if (isSettled) {
      const state = await prescriptions.load(logDb, params.id)
      return recordNotes(audit, caller, await viewHandled(db, { state, refused: undefined }))
    }
    const { adminNotes, ...update } = body
    const handled = await decidePrescription(
      { appender, logDb },
      {
        ...identity,
        ...{ prescriptionId: params.id, caller, requestId: request.id },
        // in the transaction of the events, because readers of the event read the notes
        ...(adminNotes !== undefined && {
          writeRows: (client: pg.ClientBase) => writeNotes(client, params.id, adminNotes),
        }),
      },
      (prescription) => decideUpdate(prescription, update, now()),
    )
    if (!handled.refused && !handled.appended && adminNotes !== undefined) {
      await inTransaction(logDb, async (client) => {
        if (await settle(client)) await writeNotes(client, params.id, adminNotes)
      })
    }
    return recordNotes(audit, caller, await viewHandled(db, handled))
  },
)

/** Nothing is noted about a person who was erased. */
async function writeNotes(client: pg.ClientBase, id: string, adminNotes: string | null): Promise<void> {
  await client.query(
    `update prescriptions set admin_notes = $2
      where id = $1 and not exists (select from users where id = customer_id and erased_at is not null)`,
    [id, adminNotes],
  )
}

type OrderEvent = ConsumerEvent<typeof prescriptionsConsumer>

/** An order was proposed, so the prescription was reviewed; the customer's answer to the order is the prescription's too. */
const reviewed: PrescriptionCommand = { type: 'review', isProcessed: true }
const commands: Readonly<Record<OrderEvent['type'], readonly PrescriptionCommand[]>> = {
  OrderProposed: [reviewed],
  OrderConfirmed: [reviewed, { type: 'confirm' }],
  OrderDeclined: [reviewed, { type: 'decline' }],
  // counts before the customer's answer; a confirmed prescription is final and refuses it
  BookingCancelled: [reviewed, { type: 'decline' }],
}

/**
 * Updates a prescription when its order changes. It never goes back, whatever an admin or another order did in the meantime:
 * a command that its status does not allow has no effect. All events that follow from one event are one append.
 */
export const updatePrescription = react(
  prescriptionsConsumer,
  async (event, { pool, appender, log }: HandlerContext, readHistory) => {
    // the consumer's events are events of bookings
    const booking = fold(bookingDecider, readHistory() as readonly Recorded<BookingEvent>[])
    const id = booking.status === 'none' ? null : booking.prescriptionId
    if (!id) return
    const { refused } = await prescriptions.handle(
      { pool, appender },
      { id, ...originOf(prescriptionsConsumer, event) },
      (state) =>
        decideAll(prescriptionDecider, state ?? prescriptionDecider.initial, commands[event.type], event.at),
    )
    if (refused)
      log.info({ position: event.position, prescriptionId: id, refused }, 'the prescription stays as it is')
  },
)
