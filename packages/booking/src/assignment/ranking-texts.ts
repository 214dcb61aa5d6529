/** Why a lab is suggested or was assigned, as text: for admins. */

import type { CollectionType, RankingReason } from '@jaanch/contracts/vocabulary'
import type { Assignment } from '../booking.ts'

export type Reason = Assignment['reasons'][number]

/** Details that make a text more exact where they are known. Events do not contain them. */
type RankingPlace = { pincode?: string | null; city?: string | null; time?: string | null }

type Known = RankingPlace & Pick<Reason, 'reviews'>

const texts: Readonly<Record<RankingReason, (value: number, known: Known) => string>> = {
  'serves-pincode': (_, { pincode }) => (pincode ? `Serves ${pincode}` : 'Serves the PIN code'),
  'serves-city': (_, { city }) => `Serves ${city ?? 'the city'}`,
  'not-declared': () => 'Has declared no area',
  'free-places': (value, { time }) =>
    `${value} free ${value === 1 ? 'visit' : 'visits'} ${time ? `at ${slotOf(time)}` : 'in the slot'}`,
  full: () => 'No free visit at this time',
  distance: (value) => `${value < 10 ? value : Math.round(value)} km away`,
  turnaround: (value) => `Reports in ${value} ${value === 1 ? 'hour' : 'hours'} (median)`,
  rating: (value, { reviews }) => `${value.toFixed(1)} stars${reviews ? ` from ${reviews} reviews` : ''}`,
  load: (value) => `${value}% of the day is taken`,
}

/** @returns such as `Serves 395003`, `3 free visits at 8–10 am`, `2.4 km away` */
export function rankingText({ code, value, reviews }: Reason, place: RankingPlace = {}): string {
  return texts[code](value ?? 0, { ...place, ...(reviews && { reviews }) })
}

/** @param time `08:00-10:00` @returns `8–10 am`, `10 am–12 pm` */
function slotOf(time: string): string {
  const clocks = time.split('-').map((each) => {
    const [hour = 0, minutes = 0] = each.split(':').map(Number)
    const clock = `${hour % 12 || 12}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
    return { clock, half: hour < 12 ? 'am' : 'pm' }
  })
  const last = clocks.at(-1)
  return clocks
    .map(({ clock, half }, index) =>
      index < clocks.length - 1 && half === last?.half ? clock : `${clock} ${half}`,
    )
    .join('–')
}

const minute = 60_000

/** How long a lab that was assigned automatically may take to confirm, and again after it was warned, ms. */
export const confirmWithin: Readonly<Record<CollectionType, number>> = {
  scheduled: 30 * minute,
  instant: 5 * minute,
}

/** So many labs are asked, one after the other, before an admin is called. */
export const labsAsked = 2
