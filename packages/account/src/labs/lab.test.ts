import { now, uuid } from '@jaanch/booking/testing/bookings'
import { CorruptStreamError, fold } from '@jaanch/contracts/decider'
import { givenFor } from '@jaanch/contracts/testing/given'
import { describe, expect, it } from 'vitest'
import type { LabPartnerEvent } from './events.ts'
import { type LabPartnerCommand, labPartnerDecider } from './lab.ts'

const given = givenFor(labPartnerDecider, now)
const ids = { labPartnerId: uuid(51), userId: uuid(71) }
const applied: LabPartnerEvent = { type: 'LabApplied', data: ids }
const approved: LabPartnerEvent = { type: 'LabApproved', data: {} }
const rejected: LabPartnerEvent = { type: 'LabRejected', data: {} }
const suspended: LabPartnerEvent = { type: 'LabDetailsChanged', data: { access: 'suspended' } }
const reinstated: LabPartnerEvent = { type: 'LabDetailsChanged', data: { access: 'reinstated' } }

const history = {
  none: [],
  applied: [applied],
  approved: [applied, approved],
  rejected: [applied, rejected],
  suspended: [applied, approved, suspended],
} satisfies Record<string, LabPartnerEvent[]>

const commands: Record<LabPartnerCommand['type'], LabPartnerCommand> = {
  apply: { type: 'apply', ...ids },
  approve: { type: 'approve' },
  reject: { type: 'reject' },
  suspend: { type: 'suspend' },
  reinstate: { type: 'reinstate' },
}

type Answer = Parameters<ReturnType<ReturnType<typeof given>['when']>['then']>[0]

const late = 'already-decided'
const never = 'lab-not-approved'
const taken = 'already-exists'

/** The answers of a lab in each status, in the order of `history` */
const answers: Record<LabPartnerCommand['type'], [Answer, Answer, Answer, Answer, Answer]> = {
  apply: [[applied], taken, taken, taken, taken],
  approve: ['not-found', [approved], [], late, late],
  reject: ['not-found', [rejected], late, [], late],
  suspend: ['not-found', never, [suspended], never, []],
  reinstate: ['not-found', never, [], never, [reinstated]],
}

const cases = Object.entries(answers).flatMap(([type, row]) =>
  Object.keys(history).map((status, n) => ({ type, status, expected: row[n] })),
)

describe('a lab partner', () => {
  it.each(cases)('that is $status answers to $type', ({ type, status, expected }) => {
    given(history[status as keyof typeof history])
      .when(commands[type as LabPartnerCommand['type']])
      .then(expected as Answer)
  })

  it.each(Object.entries(history))('is %s after its history', (status, events) => {
    expect(fold(labPartnerDecider, events).status).toBe(status)
  })

  it('has the ids of its application', () => {
    expect(fold(labPartnerDecider, [applied, approved])).toEqual({ status: 'approved', ...ids })
  })

  it('is approved again after it was reinstated, and can be suspended again', () => {
    const events = [applied, approved, suspended, reinstated]
    expect(fold(labPartnerDecider, events).status).toBe('approved')
    given(events).when(commands.suspend).then([suspended])
  })

  it('keeps its status when its details change', () => {
    const changed: LabPartnerEvent = { type: 'LabDetailsChanged', data: {} }
    for (const events of [[applied], ...Object.values(history).slice(2)]) {
      expect(fold(labPartnerDecider, [...events, changed])).toEqual(fold(labPartnerDecider, events))
    }
    expect(() => fold(labPartnerDecider, [changed])).toThrow(CorruptStreamError)
  })

  it('is not read from a corrupt stream', () => {
    expect(() => fold(labPartnerDecider, [approved])).toThrow(CorruptStreamError)
    expect(() => fold(labPartnerDecider, [applied, applied])).toThrow(CorruptStreamError)
    const unknown = { type: 'LabMoved', data: {} } as unknown as LabPartnerEvent
    expect(() => fold(labPartnerDecider, [applied, unknown])).toThrow(CorruptStreamError)
  })
})
