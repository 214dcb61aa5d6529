/**
 * The custody of a booking's tubes: who had which tube, and when. Declared once for the events, the state and the answers. It has ids,
 * codes and times only: typed notes are rows beside the event (`custody_notes`).
 */

import { instant } from '@jaanch/contracts/http/fields'
import {
  collectionOutcomes,
  custodyAlarms,
  identityMethods,
  lateReasons,
  recordingMarks,
  rejectionReasons,
} from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

/** Most tubes of one person */
export const mostTubes = 20

/** A tube of a booking: 1, 2, 3 … in the order of draw */
export const tubeNumber = z.int().min(1).max(mostTubes)

/** Celsius, as it was measured or read off */
export const temperature = z.number().min(-80).max(60)

/** How long a tube may take from the draw to its acceptance, and at what temperature; null: not limited */
const stability = z.object({
  windowMs: z.int().positive().nullable(),
  minC: z.number().nullable(),
  maxC: z.number().nullable(),
})
export type Stability = z.infer<typeof stability>

/** A tube as it was planned: later changes of the catalogue do not change it. */
export const plannedTube = z.object({
  number: tubeNumber,
  specimen: z.string(),
  container: z.string().nullable(),
  /** The booking's packages that it serves */
  packageIds: z.array(z.uuid()).min(1),
  stability,
})
export type PlannedTube = z.infer<typeof plannedTube>

/**
 * When and by whom something was recorded. The third time, that of the receipt by the server, is the event's own.
 */
export const recorded = z.object({
  /** By the clock of the device */
  deviceAt: instant,
  /** The device's clock minus the server's, as the device last measured it, ms; null: never measured */
  offsetMs: z.int().nullable(),
  /**
   * The best estimate: by the device's clock without its offset, between the steps that must come before and after it, and never later
   * than the receipt, unless the server that recorded the step before has a faster clock. The laboratory's own steps have the server's time
   */
  at: instant,
  /** The user id of the person who did it */
  by: z.uuid(),
  /** The user id of the person who recorded it for them; null: they did it themselves */
  enteredBy: z.uuid().nullable(),
  marks: z.array(z.enum(recordingMarks)),
})
export type RecordedBy = z.infer<typeof recorded>

/** The time of a record by the phone that sends it */
export const recordedClock = z.object({
  /** By the clock of the device */
  at: instant,
  /** That clock minus the server's as last measured, ms; null: never measured */
  offsetMs: z.int().nullable().default(null),
})

const step = recorded.pick({ at: true, by: true, enteredBy: true, marks: true })
export type RecordedStep = z.infer<typeof step>

const tubeState = plannedTube.extend({
  /**
   * The pre-printed barcode that was bound at the draw: a hash in the log, its bare text on phones; null: its own label, see `labelCode`
   */
  code: z.string().nullable(),
  drawn: step.nullable(),
  handedOver: step.nullable(),
  received: step.extend({ temperatureC: temperature.nullable() }).nullable(),
  accepted: step.extend({ lateReason: z.enum(lateReasons).nullable() }).nullable(),
  rejected: step.extend({ reason: z.enum(rejectionReasons) }).nullable(),
})
export type CustodyTube = z.infer<typeof tubeState>

/** The state of a booking's custody; null in a booking whose lab uses none of it */
export const custody = z.object({
  tubes: z.array(tubeState),
  /** Planned tubes whose tests are not collected any more. One that was drawn before that was known is among the tubes again */
  withdrawn: z.array(tubeState),
  /** How often labels were printed, and when the last time */
  labels: z.object({ prints: z.int().positive(), at: instant }).nullable(),
  arrived: step.nullable(),
  identity: step.extend({ method: z.enum(identityMethods) }).nullable(),
  /** How often the person was not the expected one, before or after it was confirmed */
  mismatches: z.int().nonnegative(),
  /** When the last mismatch was. A confirmation that is older than it does not count */
  mismatchedAt: instant.nullable(),
  /** When the last thing happened at which an admin has to look; null: nothing did */
  alarmAt: instant.nullable(),
  /** Why: see `custodyAlarms` */
  alarm: z.enum(custodyAlarms).nullable(),
  /** The arrivals, checks and failures so far, as `<who> <time of the device>`: the same one is recorded once, also without its key */
  once: z.array(z.string()),
  /** Why nothing was drawn; null again once something is drawn, or the visit was moved */
  outcome: step.extend({ outcome: z.enum(collectionOutcomes) }).nullable(),
})
export type Custody = z.infer<typeof custody>
