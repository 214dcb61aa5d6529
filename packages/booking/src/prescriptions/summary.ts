import { CorruptStreamError, type Decision, decideAll, refuse } from '@jaanch/contracts/decider'
import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events/registry'
import { type Prescription, type PrescriptionState, prescriptionDecider } from './decider.ts'
import type { PrescriptionEvent } from './events.ts'
import type { PrescriptionCommand } from './transitions.ts'

/** A prescription as its readers see it: the state, when it was uploaded, and the position of the last event. */
export type PrescriptionSummary = Prescription & {
  /** ISO instant */
  createdAt: string
  /** Position of the prescription's last event */
  position: number
}

/** @param summary after the preceding events; undefined before the first */
export function summarisePrescription(
  summary: PrescriptionSummary | undefined,
  event: Recorded<PrescriptionEvent>,
): PrescriptionSummary {
  const state = prescriptionDecider.evolve(summary ?? prescriptionDecider.initial, event)
  if (state.status === 'none') throw new CorruptStreamError(`${event.type} left no prescription`)
  return {
    ...state,
    createdAt: summary?.createdAt ?? event.at.toISOString(),
    position: event.position,
  }
}

/** The model of a prescription's stream with the summary as state. */
export const prescriptionSummaryModel = {
  kind: 'prescription',
  initial: undefined as PrescriptionSummary | undefined,
  evolve: summarisePrescription,
} as const

/** The target state of an admin's update. Missing fields do not change. */
export type PrescriptionUpdate = {
  status?: PrescriptionStatus | undefined
  isProcessed?: boolean | undefined
}

/**
 * Decides the steps from the current state to the target. Nothing changes if the prescription is already there or further
 * (a review after the customer's decision); it never goes back.
 */
export function decideUpdate(
  state: PrescriptionState,
  update: PrescriptionUpdate,
  now: Date,
): Decision<PrescriptionEvent> {
  if (state.status === 'none') return refuse('not-found')
  const isProcessed = update.isProcessed ?? state.isProcessed
  const isReviewed = update.status === 'processing' || isProcessed !== state.isProcessed
  if (update.status === 'pending' && (isReviewed || state.status !== 'pending')) return refuse('wrong-status')

  const commands: PrescriptionCommand[] = []
  if (isReviewed) commands.push({ type: 'review', isProcessed })
  if (update.status !== state.status) {
    if (update.status === 'confirmed') commands.push({ type: 'confirm' })
    if (update.status === 'declined') commands.push({ type: 'decline' })
  }
  return decideAll(prescriptionDecider, state, commands, now)
}
