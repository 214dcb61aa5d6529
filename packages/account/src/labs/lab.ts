import {
  accept,
  type Decider,
  type Decision,
  outOfPlace,
  refuse,
  unknownEvent,
  type Verdict,
} from '@jaanch/contracts/decider'
import type { ErrorCode } from '@jaanch/contracts/errors'
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

type Row = Readonly<Record<LabPartnerState['status'], Verdict>>

/** The command is refused with this reason, except in these statuses. */
function refused(reason: ErrorCode, except: Partial<Row>): Row {
  const all = { applied: reason, approved: reason, rejected: reason, suspended: reason }
  return { none: 'not-found', ...all, ...except }
}

/**
 * An application is decided once; the same decision again changes nothing. An approved lab can be suspended and reinstated, as often as
 * needed.
 */
const transitions: Readonly<Record<LabPartnerCommand['type'], Row>> = {
  apply: refused('already-exists', { none: 'go' }),
  approve: refused('already-decided', { applied: 'go', approved: 'done' }),
  reject: refused('already-decided', { applied: 'go', rejected: 'done' }),
  suspend: refused('lab-not-approved', { approved: 'go', suspended: 'done' }),
  reinstate: refused('lab-not-approved', { suspended: 'go', approved: 'done' }),
}

function decide(state: LabPartnerState, command: LabPartnerCommand): Decision<LabPartnerEvent> {
  const verdict = transitions[command.type][state.status]
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
