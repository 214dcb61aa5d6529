import { bookingDetail, commandedVisit } from '@jaanch/booking/booking-view'
import { date, idParams, instant, line, optional, text } from '@jaanch/contracts/http/fields'
import { forLab, route } from '@jaanch/contracts/http/route'
import type { LabRole } from '@jaanch/contracts/staff-roles'
import {
  collectionOutcomes,
  identityMethods,
  lateReasons,
  recordingMarks,
  rejectionReasons,
  tubePlaces,
} from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { isBarcode } from './barcode.ts'
import { recordedClock, temperature, tubeNumber } from './custody/custody.ts'
import { visitCodeTriesADay } from './visit-code.ts'

const tubes = z.array(tubeNumber).min(1).max(20)
/** As it was scanned or typed: no event has its text */
const code = z.string().trim().max(80).refine(isBarcode, 'A barcode has 3 to 48 letters, digits and signs')
/** A typed note on a tube: a row beside the event, erased with the person */
const note = optional(text(300)).optional()

const visitCode = z.string().regex(/^\d{4}$/)

const command = z.discriminatedUnion('type', [
  z.object({ type: z.literal('arrive') }),
  z.object({
    type: z.literal('identify'),
    method: z.enum(identityMethods),
    /** false: somebody else, or the names or dates differ */
    isConfirmed: z.boolean(),
    /** With the method `code`: the four digits that the customer said */
    code: visitCode.optional(),
    /** Codes that a phone without a network found to be wrong before: each is in the trail */
    wrongCodes: z.array(visitCode).max(visitCodeTriesADay).optional(),
  }),
  z.object({
    type: z.literal('draw'),
    /** `code`: what was scanned */
    tubes: z
      .array(z.object({ number: tubeNumber, code: code.optional() }))
      .min(1)
      .max(20),
  }),
  z.object({ type: z.literal('handOver'), tubes, temperatureC: temperature.optional() }),
  z.object({ type: z.literal('receive'), tubes, temperatureC: temperature.optional() }),
  z.object({ type: z.literal('accept'), tubes, lateReason: z.enum(lateReasons).optional(), note }),
  z.object({
    type: z.literal('reject'),
    tubes: z
      .array(z.object({ number: tubeNumber, reason: z.enum(rejectionReasons), note }))
      .min(1)
      .max(20),
  }),
  z.object({ type: z.literal('fail'), outcome: z.enum(collectionOutcomes), note }),
])
/** The roles of a lab that may record each command, besides its owner */
export const custodyRecorders: Readonly<Record<CustodyInput['type'], readonly LabRole[]>> = {
  arrive: ['collector'],
  identify: ['collector'],
  draw: ['collector'],
  handOver: ['collector'],
  fail: ['collector'],
  receive: ['front-desk', 'technician'],
  accept: ['front-desk', 'technician'],
  reject: ['front-desk', 'technician'],
}

export type CustodyInput = z.input<typeof command>

export const custodyCalls = {
  recordCustody: route({
    method: 'POST',
    path: '/api/bookings/:id/custody',
    access: ['lab-partner'],
    // a collector may have another role by the time the phone sends what was done before
    labs: ['front-desk', 'collector', 'technician', 'pathologist'],
    summary: 'Record what a collector or the lab did with the tubes of one person, possibly days later',
    params: idParams,
    body: z.object({
      recorded: recordedClock.extend({
        /** The user id of the collector for whom the owner sends it, because the phone cannot */
        for: z.uuid().optional(),
      }),
      command,
    }),
    commands: true,
    handsIn: true,
    response: bookingDetail.pick({ id: true, status: true, position: true, samples: true, custody: true }),
  }),
  assignCollector: route({
    method: 'PUT',
    path: '/api/bookings/:id/collector',
    ...forLab('front-desk'),
    summary: 'Give the visit of a booking to one of the lab’s collectors, or take it back',
    params: idParams,
    body: z.object({ collectorId: z.uuid().nullable() }),
    commands: true,
    response: commandedVisit,
  }),
  getApproach: route({
    method: 'GET',
    path: '/api/bookings/:id/approach',
    access: 'signed-in',
    admins: ['manager', 'support', 'medical'],
    labs: ['front-desk', 'technician', 'pathologist'],
    summary: 'How far the collector of a visit is on the day of the visit',
    params: idParams,
    response: z.object({
      /** The first name; null: nobody makes the visit yet */
      collector: z.string().nullable(),
      /** Visits of the round before this one that are still to be made; null: the round is of another day, or not under way */
      visitsBefore: z.int().nonnegative().nullable(),
      hasArrived: z.boolean(),
    }),
  }),
}

/** A tube on the board of a lab's day */
const boardTube = z.object({
  bookingId: z.uuid(),
  visitId: z.uuid(),
  orderNumber: z.string().nullable(),
  /** null where the lab may not see it at that moment */
  patientName: z.string().nullable(),
  /** A slot, or as for bookings */
  time: z.string().nullable(),
  number: tubeNumber,
  /** How many tubes this person has */
  of: tubeNumber,
  specimen: z.string(),
  container: z.string().nullable(),
  /** The text of its barcode: its own label or a pre-printed one; null before the order has a number */
  code: z.string().nullable(),
  place: z.enum(tubePlaces),
  /** The collector who drew it, or is to draw it */
  collectorId: z.uuid().nullable(),
  drawnAt: instant.nullable(),
  /** Whether the record of the draw came late, whether its time is uncertain … */
  drawnMarks: z.array(z.enum(recordingMarks)),
  /** The end of its stability window; null before the draw, and for a tube without one */
  dueAt: instant.nullable(),
  minC: z.number().nullable(),
  maxC: z.number().nullable(),
  receivedAt: instant.nullable(),
  temperatureC: temperature.nullable(),
  decidedAt: instant.nullable(),
  reason: z.enum(rejectionReasons).nullable(),
})
export type BoardTube = z.output<typeof boardTube>

export const tubeCalls = {
  listTubes: route({
    method: 'GET',
    path: '/api/lab/tubes',
    ...forLab('front-desk', 'technician'),
    summary: "The tubes of a lab's day, and those of the days before that are still on the way",
    query: z.object({
      /** The day of the collection (Asia/Kolkata) */
      date,
    }),
    response: z.object({
      tubes: z.array(boardTube),
      /** Names of the collectors by id */
      collectors: z.record(z.uuid(), z.string()),
      /** There are more bookings than are looked at */
      isCut: z.boolean(),
    }),
  }),
  findTube: route({
    method: 'GET',
    path: '/api/lab/tubes/find',
    ...forLab('front-desk', 'technician'),
    summary: 'The tube of a barcode, if it is of a booking of the lab',
    query: z.object({ code: line(64).min(4) }),
    response: z.object({ bookingId: z.uuid(), number: tubeNumber, date }),
  }),
}
