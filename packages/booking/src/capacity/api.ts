/** The capacity that a lab declares: where it collects, when, and how many visits it makes. */

import { date, idParams, instant, line, pincode } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

export const capacityBounds = {
  pincodes: 500,
  /** More than the catalogue of PIN codes has */
  cities: 1_000,
  visitsPerSlot: 500,
  excludedPackages: 500,
  daysOff: 200,
} as const

const visits = z
  .int()
  .min(0)
  .max(capacityBounds.visitsPerSlot, `A slot has at most ${capacityBounds.visitsPerSlot} visits`)

/** @returns a list without repetitions */
function atMost<Schema extends z.ZodType>(schema: Schema, most: number, what: string) {
  return z
    .array(schema)
    .max(most, `At most ${most} ${what}`)
    .transform((values) => [...new Set(values)])
}

const capacityInput = z.object({
  /** PIN codes of the catalogue */
  pincodes: atMost(pincode, capacityBounds.pincodes, 'PIN codes'),
  /** As `listCities` spells them */
  cities: atMost(line(80), capacityBounds.cities, 'cities'),
  /** 1 is Monday */
  weekdays: atMost(z.int().min(1).max(7), 70, 'weekdays'),
  /** Visits in each slot of a day; a missing slot has none */
  slots: z.partialRecord(z.enum(timeSlots), visits),
  /** Whether it collects within four hours */
  instant: z.boolean(),
  /** Tests that it does not do */
  excludedPackageIds: atMost(z.uuid(), capacityBounds.excludedPackages, 'tests').default([]),
  /** Dates in Asia/Kolkata; those in the past are dropped */
  daysOff: atMost(date, capacityBounds.daysOff, 'days off').default([]),
  /** false: the lab declares nothing any more, whatever else the request says, and is not limited */
  isDeclared: z.boolean().default(true),
})
export type CapacityInput = z.output<typeof capacityInput>

/** PIN codes and cities, as a declaration has them */
const areas = z.object({ pincodes: z.array(z.string()), cities: z.array(z.string()) })

const capacityView = areas.extend({
  weekdays: z.array(z.int()),
  slots: z.record(z.enum(timeSlots), z.int().nonnegative()),
  instant: z.boolean(),
  excludedPackageIds: z.array(z.uuid()),
  daysOff: z.array(date),
  /** Without a declaration everything is empty, and the lab is not limited */
  isDeclared: z.boolean(),
  /**
   * Which of its areas limit nobody until an admin consents: farther than 60 km from the PIN code that an admin recorded for the lab,
   * or all of them while none is recorded
   */
  waiting: areas,
  changedAt: instant.nullable(),
})
export type CapacityView = z.output<typeof capacityView>

/** @returns a value for each slot, in order */
export function bySlot<Value>(choose: (slot: TimeSlot, index: number) => Value): Record<TimeSlot, Value> {
  return Object.fromEntries(timeSlots.map((slot, index) => [slot, choose(slot, index)])) as Record<
    TimeSlot,
    Value
  >
}

export const capacityCalls = {
  getCapacity: route({
    method: 'GET',
    path: '/api/lab-partners/:id/capacity',
    access: ['lab-partner', 'admin'],
    admins: ['manager', 'support'],
    labs: ['front-desk'],
    summary: 'Where, when and how often a lab collects samples',
    params: idParams,
    response: capacityView,
  }),
  declareCapacity: route({
    method: 'PUT',
    path: '/api/lab-partners/:id/capacity',
    access: ['lab-partner', 'admin'],
    admins: ['manager'],
    summary:
      'Declare where, when and how often an approved lab collects samples; replaces what it declared before',
    params: idParams,
    body: capacityInput,
    response: capacityView,
  }),
  consentToAreas: route({
    method: 'POST',
    path: '/api/lab-partners/:id/capacity/consent',
    ...forAdmins('manager'),
    summary: 'Consent to areas that a lab declared far from its PIN code: they limit customers from now on',
    params: idParams,
    /** Areas of `waiting`; others are left out */
    body: z.object({
      pincodes: atMost(pincode, capacityBounds.pincodes, 'PIN codes').default([]),
      cities: atMost(line(80), capacityBounds.cities, 'cities').default([]),
    }),
    response: capacityView,
  }),
  listCities: route({
    method: 'GET',
    path: '/api/cities',
    access: ['lab-partner', 'admin'],
    admins: ['manager', 'support'],
    labs: ['front-desk'],
    summary: 'The cities of the catalogue of PIN codes',
    response: z.array(z.string()),
  }),
}
