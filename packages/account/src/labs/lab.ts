import {
  accept,
  type Decider,
  type Decision,
  outOfPlace,
  refuse,
  type Transitions,
  unknownEvent,
} from '@jaanch/contracts/decider'
import type { LabPartnerStatus } from '@jaanch/contracts/vocabulary'
import type { LabPartnerEvent } from './events.ts'

export type LabPartnerCommand =
  | { type: 'apply'; labPartnerId: string; userId: string }
  | { type: 'approve' }
  | { type: 'reject' }
  | { type: 'suspend' }
  | { type: 'reinstate' }

type LabPartner = { status: LabPartnerStatus; labPartnerId: string; userId: string }
export type LabPartnerState = { status: 'none' } | LabPartner

/**
 * An application is decided once; the same decision again changes nothing. An approved lab can be suspended and reinstated, as often as
 * needed.
 */
const transitions: Transitions<LabPartnerStatus, LabPartnerCommand['type']> = {
  none: {
    apply: 'go',
    approve: 'not-found',
    reject: 'not-found',
    suspend: 'not-found',
    reinstate: 'not-found',
  },
  applied: {
    apply: 'already-exists',
    approve: 'go',
    reject: 'go',
    suspend: 'lab-not-approved',
    reinstate: 'lab-not-approved',
  },
  approved: {
    apply: 'already-exists',
    approve: 'done',
    reject: 'already-decided',
    suspend: 'go',
    reinstate: 'done',
  },
  rejected: {
    apply: 'already-exists',
    approve: 'already-decided',
    reject: 'done',
    suspend: 'lab-not-approved',
    reinstate: 'lab-not-approved',
  },
  suspended: {
    apply: 'already-exists',
    approve: 'already-decided',
    reject: 'already-decided',
    suspend: 'done',
    reinstate: 'go',
  },
}

function decide(state: LabPartnerState, command: LabPartnerCommand): Decision<LabPartnerEvent> {
  const verdict = transitions[state.status][command.type]
  if (verdict === 'done') return accept()
  if (verdict !== 'go') return refuse(verdict)

  switch (command.type) {
    case 'apply': {
      const { labPartnerId, userId } = command
      return accept({ type: 'LabApplied', data: { labPartnerId, userId } })
    }
    case 'approve':
      return accept({ type: 'LabApproved', data: {} })
    case 'reject':
      return accept({ type: 'LabRejected', data: {} })
    case 'suspend':
      return accept({ type: 'LabDetailsChanged', data: { access: 'suspended' } })
    case 'reinstate':
      return accept({ type: 'LabDetailsChanged', data: { access: 'reinstated' } })
  }
}

function evolve(state: LabPartnerState, event: LabPartnerEvent): LabPartnerState {
  if (event.type === 'LabApplied') {
    if (state.status !== 'none') return outOfPlace(event, state.status)
    return { status: 'applied', ...event.data }
  }
  if (state.status === 'none') return outOfPlace(event, state.status)

  switch (event.type) {
    case 'LabApproved':
      return { ...state, status: 'approved' }
    case 'LabRejected':
      return { ...state, status: 'rejected' }
    case 'LabDetailsChanged':
      return { ...state, status: event.data.access ? statusAfter[event.data.access] : state.status }
    default:
      return unknownEvent(event)
  }
}

const statusAfter = { suspended: 'suspended', reinstated: 'approved' } as const

export const labPartnerDecider: Decider<LabPartnerState, LabPartnerCommand, LabPartnerEvent, 'lab'> = {
  kind: 'lab',
  initial: { status: 'none' },
  decide,
  evolve,
}
