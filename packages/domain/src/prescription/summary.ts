import type { PrescriptionEvent } from '@jaanch/contracts/events/prescription'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { CorruptStreamError } from '../decider.ts'
import { type Prescription, prescriptionDecider } from './decider.ts'

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
