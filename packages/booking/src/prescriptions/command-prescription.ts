import type { Audit } from '@jaanch/account/audit/audit'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import type { Decision } from '@jaanch/contracts/decider'
import { AppError } from '@jaanch/contracts/errors'
import { type CommandTarget, commandHandler, type Handled } from '@jaanch/eventlog/command-handler'
import type { EventLog } from '@jaanch/eventlog/event-log'
import { type DatabasePool, sql } from 'slonik'
import type { PrescriptionView } from './api.ts'
import {
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
  parts: { db: DatabasePool },
  { state, refused }: Handled<State>,
): Promise<PrescriptionView> {
  if (refused || !state) throw new AppError(refused ?? 'not-found')
  return viewPrescription(parts, state)
}

export async function viewPrescription(
  { db }: { db: DatabasePool },
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
  { audit }: { audit: Audit },
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
