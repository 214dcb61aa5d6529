import type { Transitions } from '@jaanch/contracts/decider'
import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'

export type PrescriptionCommand =
  | { type: 'upload'; prescriptionId: string; customerId: string }
  | { type: 'addItem'; packageId: string }
  | { type: 'review'; isProcessed: boolean }
  | { type: 'confirm' }
  | { type: 'decline' }

/** pending → processing → confirmed, or declined before that; never back (specification, section 4). */
export const transitions: Transitions<PrescriptionStatus, PrescriptionCommand['type']> = {
  none: {
    upload: 'go',
    addItem: 'not-found',
    review: 'not-found',
    confirm: 'not-found',
    decline: 'not-found',
  },
  pending: {
    upload: 'already-exists',
    addItem: 'go',
    review: 'go',
    confirm: 'wrong-status',
    decline: 'go',
  },
  // The admin's review may come before or after the order that changes the prescription: repeated or late, it changes
  // nothing.
  processing: {
    upload: 'already-exists',
    addItem: 'go',
    review: 'go',
    confirm: 'go',
    decline: 'go',
  },
  confirmed: {
    upload: 'already-exists',
    addItem: 'wrong-status',
    review: 'done',
    confirm: 'wrong-status',
    decline: 'wrong-status',
  },
  declined: {
    upload: 'already-exists',
    addItem: 'wrong-status',
    review: 'wrong-status',
    confirm: 'wrong-status',
    decline: 'wrong-status',
  },
}
