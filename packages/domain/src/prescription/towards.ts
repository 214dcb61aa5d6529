import type { PrescriptionEvent } from '@jaanch/contracts/events/prescription'
import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import { type Decision, decideInTurn, refuse } from '../decider.ts'
import { type PrescriptionCommand, type PrescriptionState, prescriptionDecider } from './decider.ts'

/** How an admin wants a prescription to be. What is left out stays as it is. */
export type Wish = { status?: PrescriptionStatus | undefined; isProcessed?: boolean | undefined }

/**
 * Brings a prescription to where it is wanted, by as many steps as that takes. Where it is there already, or further along
 * the same way (a review that comes after the customer's word), nothing happens; it never goes back.
 */
export function decideTowards(state: PrescriptionState, wish: Wish, now: Date): Decision<PrescriptionEvent> {
  if (state.status === 'none') return refuse('not-found')
  const isProcessed = wish.isProcessed ?? state.isProcessed
  const isReviewed = wish.status === 'processing' || isProcessed !== state.isProcessed
  if (wish.status === 'pending' && (isReviewed || state.status !== 'pending')) return refuse('wrong-status')

  const commands: PrescriptionCommand[] = []
  if (isReviewed) commands.push({ type: 'review', isProcessed })
  if (wish.status !== state.status) {
    if (wish.status === 'confirmed') commands.push({ type: 'confirm' })
    if (wish.status === 'declined') commands.push({ type: 'decline' })
  }
  return decideInTurn(prescriptionDecider, state, commands, now)
}
