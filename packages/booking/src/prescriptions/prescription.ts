import {
  accept,
  CorruptStreamError,
  type Decider,
  type Decision,
  decideAll,
  outOfPlace,
  refuse,
  unknownEvent,
  type Verdict,
} from '@jaanch/contracts/decider'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events'
import { z } from 'zod'

export const prescriptionEvents = {
  PrescriptionUploaded: defineEvent(
    'PrescriptionUploaded',
    z.object({ prescriptionId: z.uuid(), customerId: z.uuid() }),
  ),
  PrescriptionItemAdded: defineEvent('PrescriptionItemAdded', z.object({ packageId: z.uuid() })),
  /** An admin is preparing an order. */
  PrescriptionReviewed: defineEvent('PrescriptionReviewed', z.object({ isProcessed: z.boolean() })),
  PrescriptionConfirmed: defineEvent('PrescriptionConfirmed', z.object({})),
  PrescriptionDeclined: defineEvent('PrescriptionDeclined', z.object({})),
}

export type PrescriptionEvent = EventOf<typeof prescriptionEvents>

declare module '@jaanch/eventlog/events' {
  interface StreamEvents {
    prescription: PrescriptionEvent
  }
}

type Prescription = {
  status: PrescriptionStatus
  prescriptionId: string
  customerId: string
  /** The packages that an admin added, in that order, each once */
  packageIds: string[]
  isProcessed: boolean
}

export type PrescriptionState = { status: 'none' } | Prescription

export type PrescriptionCommand =
  | { type: 'upload'; prescriptionId: string; customerId: string }
  | { type: 'addItem'; packageId: string }
  | { type: 'review'; isProcessed: boolean }
  | { type: 'confirm' }
  | { type: 'decline' }

const wrong = 'wrong-status'
const exists = 'already-exists'
const refused = { none: 'not-found', confirmed: wrong, declined: wrong } as const

/** pending → processing → confirmed, or declined before that; never back (specification, section 4). */
const transitions: Readonly<
  Record<PrescriptionCommand['type'], Readonly<Record<PrescriptionState['status'], Verdict>>>
> = {
  upload: { none: 'go', pending: exists, processing: exists, confirmed: exists, declined: exists },
  addItem: { ...refused, pending: 'go', processing: 'go' },
  // the admin's review may come before or after the order that changes the prescription: repeated or late, it changes nothing
  review: { ...refused, pending: 'go', processing: 'go', confirmed: 'done' },
  confirm: { ...refused, pending: wrong, processing: 'go' },
  decline: { ...refused, pending: 'go', processing: 'go' },
}

function decide(state: PrescriptionState, command: PrescriptionCommand): Decision<PrescriptionEvent> {
  const verdict = transitions[command.type][state.status]
  if (verdict === 'done') return accept()
  if (verdict !== 'go') return refuse(verdict)

  switch (command.type) {
    case 'upload': {
      const { prescriptionId, customerId } = command
      return accept({ type: 'PrescriptionUploaded', data: { prescriptionId, customerId } })
    }
    case 'addItem': {
      const { packageId } = command
      if (state.status !== 'none' && state.packageIds.includes(packageId)) return accept()
      return accept({ type: 'PrescriptionItemAdded', data: { packageId } })
    }
    case 'review':
      if (state.status === 'processing' && state.isProcessed === command.isProcessed) return accept()
      return accept({ type: 'PrescriptionReviewed', data: { isProcessed: command.isProcessed } })
    case 'confirm':
      return accept({ type: 'PrescriptionConfirmed', data: {} })
    case 'decline':
      return accept({ type: 'PrescriptionDeclined', data: {} })
  }
}

function evolve(state: PrescriptionState, event: PrescriptionEvent): PrescriptionState {
  if (event.type === 'PrescriptionUploaded') {
    if (state.status !== 'none') return outOfPlace(event, state.status)
    return { status: 'pending', ...event.data, packageIds: [], isProcessed: false }
  }
  if (state.status === 'none') return outOfPlace(event, state.status)

  switch (event.type) {
    case 'PrescriptionItemAdded':
      return { ...state, packageIds: [...state.packageIds, event.data.packageId] }
    case 'PrescriptionReviewed':
      return { ...state, status: 'processing', isProcessed: event.data.isProcessed }
    case 'PrescriptionConfirmed':
      return { ...state, status: 'confirmed' }
    case 'PrescriptionDeclined':
      return { ...state, status: 'declined' }
    default:
      return unknownEvent(event)
  }
}

export const prescriptionDecider: Decider<
  PrescriptionState,
  PrescriptionCommand,
  PrescriptionEvent,
  'prescription'
> = {
  kind: 'prescription',
  initial: { status: 'none' },
  decide,
  evolve,
}

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
