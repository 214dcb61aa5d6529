import { CorruptStreamError, fold } from '@jaanch/contracts/decider'
import { givenFor } from '@jaanch/contracts/testing/given'
import { prescriptionStatuses } from '@jaanch/contracts/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { now, uuid } from '../testing/bookings.ts'
import {
  decideUpdate,
  type PrescriptionCommand,
  type PrescriptionEvent,
  type PrescriptionUpdate,
  prescriptionDecider,
} from './prescription.ts'

const given = givenFor(prescriptionDecider, now)
const ids = { prescriptionId: uuid(3), customerId: uuid(2) }
const uploaded: PrescriptionEvent = { type: 'PrescriptionUploaded', data: ids }
const item: PrescriptionEvent = { type: 'PrescriptionItemAdded', data: { packageId: uuid(11) } }
const reviewed: PrescriptionEvent = { type: 'PrescriptionReviewed', data: { isProcessed: true } }
const takenUp: PrescriptionEvent = { type: 'PrescriptionReviewed', data: { isProcessed: false } }
const confirmed: PrescriptionEvent = { type: 'PrescriptionConfirmed', data: {} }
const declined: PrescriptionEvent = { type: 'PrescriptionDeclined', data: {} }

const history = {
  none: [],
  pending: [uploaded],
  processing: [uploaded, reviewed],
  confirmed: [uploaded, reviewed, confirmed],
  declined: [uploaded, declined],
} satisfies Record<string, PrescriptionEvent[]>
type Status = keyof typeof history

const upload: PrescriptionCommand = { type: 'upload', ...ids }
const addItem: PrescriptionCommand = { type: 'addItem', packageId: uuid(11) }
const review: PrescriptionCommand = { type: 'review', isProcessed: true }
const confirm: PrescriptionCommand = { type: 'confirm' }
const decline: PrescriptionCommand = { type: 'decline' }

describe('a prescription, every status × every command', () => {
  it.each<
    [Status, PrescriptionCommand, PrescriptionEvent[] | 'not-found' | 'already-exists' | 'wrong-status']
  >([
    ['none', upload, [uploaded]],
    ['none', addItem, 'not-found'],
    ['none', review, 'not-found'],
    ['none', confirm, 'not-found'],
    ['none', decline, 'not-found'],
    ['pending', upload, 'already-exists'],
    ['pending', addItem, [item]],
    ['pending', review, [reviewed]],
    ['pending', confirm, 'wrong-status'],
    ['pending', decline, [declined]],
    ['processing', upload, 'already-exists'],
    ['processing', addItem, [item]],
    ['processing', review, []],
    ['processing', confirm, [confirmed]],
    ['processing', decline, [declined]],
    ['confirmed', upload, 'already-exists'],
    ['confirmed', addItem, 'wrong-status'],
    ['confirmed', review, []],
    ['confirmed', confirm, 'wrong-status'],
    ['confirmed', decline, 'wrong-status'],
    ['declined', upload, 'already-exists'],
    ['declined', addItem, 'wrong-status'],
    ['declined', review, 'wrong-status'],
    ['declined', confirm, 'wrong-status'],
    ['declined', decline, 'wrong-status'],
  ])('%s, %o', (status, command, expected) => given(history[status]).when(command).then(expected))

  it.each(Object.entries(history))('is %s after its history', (status, events) => {
    expect(fold(prescriptionDecider, events).status).toBe(status)
  })
})

describe('a prescription', () => {
  it('contains each package once', () => {
    const second: PrescriptionEvent = { type: 'PrescriptionItemAdded', data: { packageId: uuid(12) } }
    given([uploaded, item]).when(addItem).then([])
    given([uploaded, item, reviewed]).when(addItem).then([])
    given([uploaded, item])
      .when({ type: 'addItem', packageId: uuid(12) })
      .then([second])
    expect(fold(prescriptionDecider, [uploaded, item, second, reviewed])).toEqual({
      ...ids,
      status: 'processing',
      packageIds: [uuid(11), uuid(12)],
      isProcessed: true,
    })
  })

  it('stores the result of the review', () => {
    given([uploaded]).when({ type: 'review', isProcessed: false }).then([takenUp])
    expect(fold(prescriptionDecider, [uploaded])).toMatchObject({ isProcessed: false })
  })

  it('accepts a second review, and records the same review once', () => {
    given([uploaded, takenUp]).when(review).then([reviewed])
    given([uploaded, takenUp, reviewed]).when(review).then([])
    expect(fold(prescriptionDecider, [uploaded, takenUp, reviewed])).toMatchObject({
      status: 'processing',
      isProcessed: true,
    })
  })

  it('takes no transition outside the specification under any commands [S4.4]', () => {
    const way: Record<string, string[]> = {
      none: ['pending'],
      pending: ['processing', 'declined'],
      processing: ['confirmed', 'declined'],
      confirmed: [],
      declined: [],
    }
    const asked = fc.constantFrom(upload, addItem, review, confirm, decline)
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 30 }), (commands) => {
        let state = prescriptionDecider.initial
        for (const command of commands) {
          const decision = prescriptionDecider.decide(state, command, now)
          for (const event of 'events' in decision ? decision.events : []) {
            const next = prescriptionDecider.evolve(state, event)
            if (next.status !== state.status) expect(way[state.status]).toContain(next.status)
            state = next
          }
        }
        expect(['none', ...prescriptionStatuses]).toContain(state.status)
      }),
    )
  })

  it('is not read from a corrupt stream', () => {
    expect(() => fold(prescriptionDecider, [reviewed])).toThrow(CorruptStreamError)
    expect(() => fold(prescriptionDecider, [uploaded, uploaded])).toThrow(CorruptStreamError)
    const unknown = { type: 'PrescriptionLost', data: {} } as unknown as PrescriptionEvent
    expect(() => fold(prescriptionDecider, [uploaded, unknown])).toThrow(CorruptStreamError)
  })
})

const histories = { ...history, 'taken up': [uploaded, takenUp] }

function towards(events: PrescriptionEvent[], update: PrescriptionUpdate) {
  const decision = decideUpdate(fold(prescriptionDecider, events), update, now)
  return 'refused' in decision ? decision.refused : decision.events
}

describe('a prescription that an admin updates', () => {
  it.each<[Status | 'taken up', PrescriptionUpdate, PrescriptionEvent[] | 'not-found' | 'wrong-status']>([
    ['none', { status: 'processing' }, 'not-found'],
    ['none', {}, 'not-found'],
    ['pending', {}, []],
    ['pending', { status: 'pending' }, []],
    ['pending', { status: 'pending', isProcessed: false }, []],
    ['pending', { status: 'pending', isProcessed: true }, 'wrong-status'],
    ['pending', { status: 'processing' }, [takenUp]],
    ['pending', { status: 'processing', isProcessed: true }, [reviewed]],
    ['pending', { isProcessed: true }, [reviewed]],
    ['pending', { status: 'confirmed' }, 'wrong-status'],
    ['pending', { status: 'confirmed', isProcessed: true }, [reviewed, confirmed]],
    ['pending', { status: 'declined' }, [declined]],
    ['pending', { status: 'declined', isProcessed: true }, [reviewed, declined]],
    ['taken up', { status: 'processing' }, []],
    ['taken up', { status: 'processing', isProcessed: true }, [reviewed]],
    ['processing', { status: 'processing', isProcessed: true }, []],
    ['processing', { status: 'pending' }, 'wrong-status'],
    ['processing', { status: 'confirmed', isProcessed: true }, [confirmed]],
    ['processing', { status: 'declined' }, [declined]],
    ['processing', { isProcessed: false }, [takenUp]],
    ['confirmed', { status: 'processing', isProcessed: true }, []],
    ['confirmed', { status: 'confirmed', isProcessed: true }, []],
    ['confirmed', { status: 'pending' }, 'wrong-status'],
    ['confirmed', { status: 'declined' }, 'wrong-status'],
    ['declined', { status: 'declined' }, []],
    ['declined', { status: 'processing', isProcessed: true }, 'wrong-status'],
    ['declined', { status: 'confirmed' }, 'wrong-status'],
    ['declined', { status: 'pending' }, 'wrong-status'],
  ])('%s, %o', (status, update, expected) => {
    expect(towards(histories[status], update)).toEqual(expected)
  })

  it('changes once when the same update is repeated', () => {
    const wishes = fc.record(
      { status: fc.constantFrom(...prescriptionStatuses), isProcessed: fc.boolean() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(histories)), wishes, (events, update) => {
        const first = towards(events, update)
        if (Array.isArray(first)) expect(towards([...events, ...first], update)).toEqual([])
      }),
    )
  })
})
