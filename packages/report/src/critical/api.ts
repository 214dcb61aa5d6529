import { filter, idParams, instant, optional, page, text } from '@jaanch/contracts/http/fields'
import { creation, route } from '@jaanch/contracts/http/route'
import { criticalMeans, criticalOutcomes, criticalReached, genders } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { resultFlags } from '../results/api.ts'
import { reportMakers } from '../rules.ts'

/** A result that a person has to be called about, as it was then: with its name and unit, so that it stays readable. */
const criticalValue = z.object({
  /** A parameter's code in the catalogue: K; null: a lab named it on a PDF */
  code: z.string().nullable(),
  name: z.string(),
  /** As displayed: 6.9, >1000, Positive; '' if the lab marked the parameter on a PDF without its value */
  text: z.string(),
  unit: z.string().nullable(),
  /** The limit that it is beyond: ≥ 6.2; '' for a PDF. Of a unit that could not be converted, both limits with their unit */
  limit: z.string(),
  /** null: of a PDF, or of a unit that could not be converted, which a person compares */
  flag: z.enum(resultFlags).nullable(),
})

export type CriticalValue = z.output<typeof criticalValue>

const criticalAttempt = z.object({
  id: z.uuid(),
  outcome: z.enum(criticalOutcomes),
  reached: z.enum(criticalReached),
  by: z.enum(criticalMeans),
  /** Name of the caller; null: an account that is no longer known */
  calledBy: z.string().nullable(),
  at: instant,
  note: z.string().nullable(),
  /** A copy of the values as they were told */
  values: z.array(criticalValue),
})

export const criticalCall = z.object({
  id: z.uuid(),
  bookingId: z.uuid(),
  reportId: z.uuid(),
  orderNumber: z.string().nullable(),
  labName: z.string().nullable(),
  /** null: not shown any more, to a lab 30 days after the call was closed */
  patientName: z.string().nullable(),
  /** Whole years on the day when it was found; null without a date of birth */
  patientAge: z.int().nullable(),
  patientSex: z.enum(genders).nullable(),
  /** The person whose account booked for the patient and gave the number; null: the patient */
  bookedBy: z.string().nullable(),
  /** Phone at the address, or the customer's; shown as `patientName` is */
  contactNumber: z.string().nullable(),
  foundAt: instant,
  /** null: nobody has confirmed it */
  confirmedAt: instant.nullable(),
  /** When the lab ended it as not reached; null: it did not */
  notReachedAt: instant.nullable(),
  values: z.array(
    criticalValue.extend({
      /** As displayed in a later report of the booking, if that has it */
      amendedTo: z.string().nullable(),
    }),
  ),
  /** The first one first */
  attempts: z.array(criticalAttempt),
})
export type CalledValueView = z.output<typeof criticalCall>['values'][number]
export type CriticalCallView = z.output<typeof criticalCall>

/** Which calls a list shows: an open one is neither confirmed nor ended as not reached */
export const criticalCallStates = ['open', 'confirmed', 'not-reached'] as const
export type CriticalCallState = (typeof criticalCallStates)[number]

export const criticalValueCalls = {
  listCriticalCalls: route({
    method: 'GET',
    path: '/api/critical-calls',
    ...reportMakers,
    summary:
      'Calls about critical values, newest first: of a lab the open ones and those of 30 days, of admins all',
    query: page.extend({ state: filter(z.enum(criticalCallStates)) }),
    response: z.array(criticalCall),
  }),
  countCriticalCalls: route({
    method: 'GET',
    path: '/api/critical-calls/count',
    ...reportMakers,
    summary: 'How many calls are open; counting stops at 1,000',
    response: z.object({ open: z.int().nonnegative() }),
  }),
  recordCriticalCall: route({
    method: 'POST',
    path: '/api/critical-calls/:id/attempts',
    ...reportMakers,
    summary:
      'Record a call, or a try: CONFIRMED closes it, when who was reached repeated the values; ENDED_NOT_REACHED closes it after three tries that reached nobody, over at least 24 hours. Written once, with a copy of the values',
    params: idParams,
    body: z
      .object({
        outcome: z.enum(criticalOutcomes),
        /** The person who was reached, or was to be */
        reached: z.enum(criticalReached),
        by: z.enum(criticalMeans),
        /** With ENDED_NOT_REACHED: the measures that were taken instead */
        note: optional(text(500)),
      })
      .refine(({ outcome, note }) => outcome !== 'ENDED_NOT_REACHED' || note, {
        message: 'note: please say what was done instead of the call.',
      }),
    ...creation,
    response: criticalCall,
  }),
}
