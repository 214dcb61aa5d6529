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

const apply: LabPartnerCommand = { type: 'apply', ...ids }
const approve: LabPartnerCommand = { type: 'approve' }
const reject: LabPartnerCommand = { type: 'reject' }
const suspend: LabPartnerCommand = { type: 'suspend' }
const reinstate: LabPartnerCommand = { type: 'reinstate' }

describe('a lab partner, every status × every command', () => {
  it.each<
    [
      keyof typeof history,
      LabPartnerCommand,
      LabPartnerEvent[] | 'not-found' | 'already-exists' | 'already-decided' | 'lab-not-approved',
    ]
  >([
    ['none', apply, [applied]],
    ['none', approve, 'not-found'],
    ['none', reject, 'not-found'],
    ['applied', apply, 'already-exists'],
    ['applied', approve, [approved]],
    ['applied', reject, [rejected]],
    ['approved', apply, 'already-exists'],
    ['approved', approve, []],
    ['approved', reject, 'already-decided'],
    ['rejected', apply, 'already-exists'],
    ['rejected', approve, 'already-decided'],
    ['rejected', reject, []],
    ['none', suspend, 'not-found'],
    ['none', reinstate, 'not-found'],
    ['applied', suspend, 'lab-not-approved'],
    ['applied', reinstate, 'lab-not-approved'],
    ['approved', suspend, [suspended]],
    ['approved', reinstate, []],
    ['rejected', suspend, 'lab-not-approved'],
    ['rejected', reinstate, 'lab-not-approved'],
    ['suspended', apply, 'already-exists'],
    ['suspended', approve, 'already-decided'],
    ['suspended', reject, 'already-decided'],
    ['suspended', suspend, []],
    ['suspended', reinstate, [reinstated]],
  ])('%s, %o', (status, command, expected) => given(history[status]).when(command).then(expected))

  it.each(Object.entries(history))('is %s after its history', (status, events) => {
    expect(fold(labPartnerDecider, events).status).toBe(status)
  })
})

describe('a lab partner', () => {
  it('has the ids of its application', () => {
    expect(fold(labPartnerDecider, [applied, approved])).toEqual({ status: 'approved', ...ids })
  })

  it('is approved again after it was reinstated, and can be suspended again', () => {
    const events = [applied, approved, suspended, reinstated]
    expect(fold(labPartnerDecider, events).status).toBe('approved')
    given(events).when(suspend).then([suspended])
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
