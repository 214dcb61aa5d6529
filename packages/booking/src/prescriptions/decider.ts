import {
  accept,
  type Decider,
  type Decision,
  outOfPlace,
  refuse,
  unknownEvent,
} from '@jaanch/contracts/decider'
import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import type { PrescriptionEvent } from './events.ts'
import { type PrescriptionCommand, transitions } from './transitions.ts'

export type Prescription = {
  status: PrescriptionStatus
  prescriptionId: string
  customerId: string
  /** The packages that an admin added, in that order, each once */
  packageIds: string[]
  isProcessed: boolean
}

export type PrescriptionState = { status: 'none' } | Prescription

function decide(state: PrescriptionState, command: PrescriptionCommand): Decision<PrescriptionEvent> {
  const verdict = transitions[state.status][command.type]
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
