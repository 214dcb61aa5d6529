import { bySlot, type CapacityView, capacityBounds } from '@jaanch/booking/capacity/api'
import { istDate } from '@jaanch/contracts/calendar'
import { pincode } from '@jaanch/contracts/http/fields'
import { westernDigits } from '@jaanch/contracts/typed-numbers'
import { oneLine } from '@jaanch/contracts/visible-text'
import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { countText } from '@/lib/format/numbers'
import type { CapacityRequest } from './calls'

const wholeNumber = /^\d{1,3}$/

/** As a person thinks of a slot: the product is what the lab declares. As typed; empty is none. */
export type SlotFields = { collectors: string; each: string }

const slotFields = z
  .object({ collectors: z.string(), each: z.string() })
  .refine(({ collectors, each }) => [collectors, each].every(isNumber), 'Please enter whole numbers')
  .refine(
    ({ collectors, each }) => (collectors.trim() === '') === (each.trim() === ''),
    'Please enter both numbers, or none',
  )
  .refine(
    (slot) => visitsOf(slot) <= capacityBounds.visitsPerSlot,
    `At most ${capacityBounds.visitsPerSlot} visits in a slot`,
  )

const capacityFields = z.object({
  cities: z.array(z.string()),
  pincodes: z.string().superRefine((text, context) => {
    const codes = pincodesOf(text)
    const wrong = codes.find((code) => !pincode.safeParse(code).success)
    if (wrong)
      context.addIssue({ code: 'custom', message: `“${wrong}” is not a PIN code: it has six digits` })
    if (codes.length > capacityBounds.pincodes) {
      context.addIssue({ code: 'custom', message: `At most ${capacityBounds.pincodes} PIN codes` })
    }
  }),
  weekdays: z.array(z.number()),
  slots: z.record(z.enum(timeSlots), slotFields),
  instant: z.boolean(),
  excludedPackageIds: z.array(z.string()),
  daysOff: z.array(z.string()).max(capacityBounds.daysOff, `At most ${capacityBounds.daysOff} days off`),
})
/** Visits without a weekday would be none at all. */
export const capacitySchema = capacityFields.refine(
  ({ weekdays, slots }) => weekdays.length > 0 || timeSlots.every((slot) => visitsOf(slots[slot]) === 0),
  { path: ['weekdays'], message: 'Choose the weekdays of these visits' },
)
export type CapacityForm = z.input<typeof capacitySchema>

function isNumber(text: string): boolean {
  return text.trim() === '' || wholeNumber.test(text.trim())
}

/** @returns the visits of a slot; 0 while a number is missing or wrong */
export function visitsOf({ collectors, each }: SlotFields): number {
  return wholeNumber.test(collectors.trim()) && wholeNumber.test(each.trim())
    ? Number(collectors) * Number(each)
    : 0
}

/** @param text as typed or pasted: separated by blanks, commas, semicolons or lines, each in one or two groups @returns each once */
export function pincodesOf(text: string): string[] {
  const codes = text.split(/[\r\n,;]+/).flatMap((line) =>
    westernDigits(oneLine(line))
      .replace(/\b(\d{3})[ -](\d{3})\b/g, '$1$2')
      .split(' '),
  )
  return [...new Set(codes.filter((code) => code !== ''))]
}

/** A collector makes up to four visits in two hours: the most that divides them. */
function fieldsOf(visits: number): SlotFields {
  const each = visits === 0 ? 0 : ([4, 3, 2].find((number) => visits % number === 0) ?? 1)
  return each === 0 ? { collectors: '', each: '' } : { collectors: String(visits / each), each: String(each) }
}

export function toCapacityForm(capacity: CapacityView): CapacityForm {
  return {
    cities: capacity.cities,
    pincodes: capacity.pincodes.join(', '),
    weekdays: capacity.weekdays,
    slots: bySlot((slot) => fieldsOf(capacity.slots[slot])),
    instant: capacity.instant,
    excludedPackageIds: capacity.excludedPackageIds,
    daysOff: capacity.daysOff,
  }
}

export function toCapacityRequest({ pincodes, slots, ...rest }: CapacityForm): CapacityRequest {
  return { ...rest, pincodes: pincodesOf(pincodes), slots: bySlot((slot) => visitsOf(slots[slot])) }
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export const weekdays = weekdayNames.map((name, index) => ({ value: index + 1, name }))

/** Common choices, available with one press */
export const weekdayChoices = [
  { label: 'Monday to Saturday', days: [1, 2, 3, 4, 5, 6] },
  { label: 'Every day', days: [1, 2, 3, 4, 5, 6, 7] },
]

/** @returns what the declaration means, in a sentence or two */
export function capacityText(form: CapacityForm): string {
  const visits = timeSlots.reduce((sum, slot: TimeSlot) => sum + visitsOf(form.slots[slot]), 0)
  const area = areaText(form)
  if (visits === 0 || form.weekdays.length === 0) {
    return area
      ? `No visits: nobody is limited in ${area}, and no booking goes to the lab.`
      : 'No visits and no area: the lab is suggested for no booking and gets none automatically, only what an admin assigns by hand. Customers everywhere can choose any slot.'
  }
  const often = `Up to ${countText(visits)} ${visits === 1 ? 'visit' : 'visits'} a day`
  const days = weekdaysText(form.weekdays)
  const instant = form.instant ? ' Also within four hours.' : ''
  if (area) return `${often} in ${area}, ${days}.${instant}`
  return `${often}, ${days}, for bookings that are assigned to the lab.${instant} Without an area, customers everywhere can choose any slot.`
}

/** @returns the same of what a lab has declared, also if that is nothing */
export function declaredText(capacity: CapacityView): string {
  if (capacity.isDeclared) return capacityText(toCapacityForm(capacity))
  return 'Nothing is declared: the lab can get any number of bookings up to 100 km away, and customers can choose any slot.'
}

/** Whether a lab should be told what its declaration means: without an area or visits it does not do what labs expect. */
export function isIncomplete({ isDeclared, cities, pincodes, weekdays, slots }: CapacityView): boolean {
  const visits = timeSlots.reduce((sum, slot) => sum + slots[slot], 0)
  const hasArea = cities.length > 0 || pincodes.length > 0
  return !isDeclared || !hasArea || visits === 0 || weekdays.length === 0
}

function areaText({ cities, pincodes }: Pick<CapacityForm, 'cities' | 'pincodes'>): string {
  const codes = pincodesOf(pincodes).length
  const named = cities.length > 3 ? cities.slice(0, 2) : cities
  const more = cities.length - named.length
  return listed([
    ...named,
    ...(more > 0 ? [`${countText(more)} other cities`] : []),
    ...(codes > 0 ? [`${countText(codes)} PIN ${codes === 1 ? 'code' : 'codes'}`] : []),
  ])
}

/** @param days 1 is Monday @returns 'Monday to Saturday', 'Monday, Wednesday and Friday', 'every day' */
export function weekdaysText(days: readonly number[]): string {
  const sorted = days.toSorted()
  const [first = 1] = sorted
  const last = sorted.at(-1) ?? first
  if (sorted.length === 7) return 'every day'
  const name = (day: number) => weekdayNames[day - 1] ?? ''
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${name(first)} to ${name(last)}`
  return listed(sorted.map(name))
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? ''
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** @returns the dates with one more, in order; unchanged if it lies in the past */
export function withDayOff(daysOff: readonly string[], day: string): string[] {
  if (day < istDate(new Date())) return [...daysOff]
  return [...new Set([...daysOff, day])].sort()
}
