import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import type { PrescriptionEvent } from '@jaanch/contracts/events/prescription'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { streamId } from '@jaanch/contracts/events/streams'
import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { type Decision, fold } from '@jaanch/domain/decider'
import { type PrescriptionState, prescriptionDecider } from '@jaanch/domain/prescription/decider'
import { type PrescriptionSummary, summarisePrescription } from '@jaanch/domain/prescription/summary'
import { decideAndAppend } from '@jaanch/eventlog/decide'
import { readStream } from '@jaanch/eventlog/read'
import { type QuerySqlToken, sql } from 'slonik'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { alongWith } from '../../http/append-within.ts'
import {
  pageOfSummary,
  prescriptionRow,
  presentPrescription,
  selectPrescriptions,
} from '../../read-models/prescriptions.ts'

export type PrescriptionRequest = {
  prescriptionId: string
  /** A new one unless told */
  appendId?: string
  decide: (prescription: PrescriptionState) => Decision<PrescriptionEvent>
  /** A change of ordinary rows that is made with the events or not at all; by itself where nothing happens */
  also?: QuerySqlToken | undefined
  caller: Caller
  requestId: string
}

/**
 * Decides on a prescription and answers it as it is then, folded from its own stream.
 * @throws AppError: the decision's refusal, or not-found
 */
export async function commandPrescription(
  context: Context,
  request: PrescriptionRequest,
): Promise<PrescriptionView> {
  const { prescriptionId, appendId = randomUUID(), decide, also, caller, requestId } = request
  const appended = await decideAndAppend({
    appender: also ? alongWith(context, also) : context.appender,
    db: context.logDb,
    id: appendId,
    streamId: streamId('prescription', prescriptionId),
    actor: actorOf(caller),
    correlationId: requestId,
    decide(history) {
      const decision = decide(fold(prescriptionDecider, history as Recorded<PrescriptionEvent>[]))
      if ('refused' in decision) throw new AppError(decision.refused)
      return decision.events
    },
  })
  if (!appended && also) await context.db.query(also)
  return answerPrescription(context, await findPrescription(context, prescriptionId, caller))
}

/** @returns a prescription as its stream says it is now. @throws AppError not-found, for another's as well */
export async function findPrescription(
  context: Pick<Context, 'logDb'>,
  id: string,
  caller: Caller,
): Promise<PrescriptionSummary> {
  const events = await readStream(context.logDb, streamId('prescription', id))
  const prescription = (events as Recorded<PrescriptionEvent>[]).reduce<PrescriptionSummary | undefined>(
    summarisePrescription,
    undefined,
  )
  const isTheirs = caller.role === 'admin' || prescription?.customerId === caller.userId
  if (!prescription || !isTheirs) throw new AppError('not-found')
  return prescription
}

async function answerPrescription(
  { db }: Context,
  prescription: PrescriptionSummary,
): Promise<PrescriptionView> {
  const row = await db.one(sql.type(prescriptionRow)`${selectPrescriptions(pageOfSummary(prescription))}`)
  return presentPrescription(row)
}
