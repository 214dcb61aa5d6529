import type {
  CollectionOutcome,
  IdentityMethod,
  LateReason,
  RejectionReason,
} from '@jaanch/contracts/vocabulary'
import type { PlannedTube } from './custody.ts'

/** From when until when somebody made a visit, instants; `until` null: they still do */
export type Tenure = { from: string; until: string | null }

/**
 * A step that a collector or a lab takes with the tubes of one person. Phones send steps late, repeatedly, and in another order than
 * others do: a step that was taken already is accepted, and changes nothing.
 */
export type CustodyStepCommand =
  | { type: 'arrive' }
  | { type: 'identify'; method: IdentityMethod; isConfirmed: boolean }
  /** @param tubes `code`: what was scanned: a label, or the one form of a barcode, which is a hash on the server; missing: not scanned */
  | { type: 'draw'; tubes: readonly { number: number; code?: string | undefined }[] }
  | { type: 'handOver'; tubes: readonly number[]; temperatureC?: number | undefined }
  | { type: 'receive'; tubes: readonly number[]; temperatureC?: number | undefined }
  | { type: 'accept'; tubes: readonly number[]; lateReason?: LateReason | undefined }
  | { type: 'reject'; tubes: readonly { number: number; reason: RejectionReason }[] }
  | { type: 'fail'; outcome: CollectionOutcome }

export type CustodyCommand =
  | {
      type: 'custody'
      /** The tubes of the booking by today's catalogue: those that were planned before count */
      plan: readonly PlannedTube[]
      /** The user id of the person who did it */
      by: string
      /** The user id of the person who records it for them; missing: they record it themselves */
      enteredBy?: string | null
      /** When they made the visit: nothing happened outside it. Missing: not known, as on a phone */
      tenure?: Tenure
      /** By the clock of the device, and that clock minus the server's (ms); null: never measured */
      deviceAt: string
      offsetMs: number | null
      /** When the booking's last event was recorded, by the clock of the log: the present is not before it. Missing: not known, as on a phone */
      lastRecordedAt?: string | undefined
      step: CustodyStepCommand
    }
  | {
      type: 'printLabels'
      plan: readonly PlannedTube[]
      /** Missing: all */
      tubes?: readonly number[] | undefined
    }
