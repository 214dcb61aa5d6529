import { fold } from '@jaanch/contracts/decider'
import { prescriptionStatuses } from '@jaanch/contracts/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { now, uuid } from '../testing/bookings.ts'
import type { PrescriptionEvent } from './events.ts'
import { decideUpdate, type PrescriptionUpdate, prescriptionDecider } from './prescription.ts'

const uploaded: PrescriptionEvent = {
  type: 'PrescriptionUploaded',
  data: { prescriptionId: uuid(3), customerId: uuid(2) },
}
const reviewed = (isProcessed: boolean): PrescriptionEvent => ({
  type: 'PrescriptionReviewed',
  data: { isProcessed },
})
const confirmed: PrescriptionEvent = { type: 'PrescriptionConfirmed', data: {} }
const declined: PrescriptionEvent = { type: 'PrescriptionDeclined', data: {} }

const history: Record<string, PrescriptionEvent[]> = {
  none: [],
  pending: [uploaded],
  'taken up': [uploaded, reviewed(false)],
  processing: [uploaded, reviewed(true)],
  confirmed: [uploaded, reviewed(true), confirmed],
  declined: [uploaded, declined],
}

function towards(events: PrescriptionEvent[], update: PrescriptionUpdate) {
  const decision = decideUpdate(fold(prescriptionDecider, events), update, now)
  return 'refused' in decision ? decision.refused : decision.events
}

describe('a prescription that an admin updates', () => {
  it.each<[keyof typeof history, PrescriptionUpdate, PrescriptionEvent[] | 'not-found' | 'wrong-status']>([
    ['none', { status: 'processing' }, 'not-found'],
    ['none', {}, 'not-found'],
    ['pending', {}, []],
    ['pending', { status: 'pending' }, []],
    ['pending', { status: 'pending', isProcessed: false }, []],
    ['pending', { status: 'pending', isProcessed: true }, 'wrong-status'],
    ['pending', { status: 'processing' }, [reviewed(false)]],
    ['pending', { status: 'processing', isProcessed: true }, [reviewed(true)]],
    ['pending', { isProcessed: true }, [reviewed(true)]],
    ['pending', { status: 'confirmed' }, 'wrong-status'],
    ['pending', { status: 'confirmed', isProcessed: true }, [reviewed(true), confirmed]],
    ['pending', { status: 'declined' }, [declined]],
    ['pending', { status: 'declined', isProcessed: true }, [reviewed(true), declined]],
    ['taken up', { status: 'processing' }, []],
    ['taken up', { status: 'processing', isProcessed: true }, [reviewed(true)]],
    ['processing', { status: 'processing', isProcessed: true }, []],
    ['processing', { status: 'pending' }, 'wrong-status'],
    ['processing', { status: 'confirmed', isProcessed: true }, [confirmed]],
    ['processing', { status: 'declined' }, [declined]],
    ['processing', { isProcessed: false }, [reviewed(false)]],
    ['confirmed', { status: 'processing', isProcessed: true }, []],
    ['confirmed', { status: 'confirmed', isProcessed: true }, []],
    ['confirmed', { status: 'pending' }, 'wrong-status'],
    ['confirmed', { status: 'declined' }, 'wrong-status'],
    ['declined', { status: 'declined' }, []],
    ['declined', { status: 'processing', isProcessed: true }, 'wrong-status'],
    ['declined', { status: 'confirmed' }, 'wrong-status'],
    ['declined', { status: 'pending' }, 'wrong-status'],
  ])('%s, %o', (status, update, expected) => {
    expect(towards(history[status] ?? [], update)).toEqual(expected)
  })

  it('changes once when the same update is repeated', () => {
    const wishes = fc.record(
      { status: fc.constantFrom(...prescriptionStatuses), isProcessed: fc.boolean() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(history)), wishes, (events, update) => {
        const first = towards(events, update)
        if (Array.isArray(first)) expect(towards([...events, ...first], update)).toEqual([])
      }),
    )
  })
})
