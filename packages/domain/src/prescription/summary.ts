import type { PrescriptionEvent } from '@jaanch/contracts/events/prescription'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { CorruptStreamError } from '../decider.ts'
import { type Prescription, prescriptionDecider } from './decider.ts'

/** What readers are shown of a prescription: its state, when it was uploaded, and how recent that is. */
export type PrescriptionSummary = Prescription & {
  /** ISO instant */
  createdAt: string
  /** Place in the log of the prescription's last event */
  position: number
}

/** @param summary of the events before this one; undefined before the first */
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

/** A prescription's stream as its summary: undefined before the first event. */
export const prescriptionSummaryModel = {
  kind: 'prescription',
  initial: undefined as PrescriptionSummary | undefined,
  evolve: summarisePrescription,
} as const
