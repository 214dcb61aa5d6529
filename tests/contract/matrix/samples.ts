/** Valid requests of each route: a refusal of them can only be due to the caller. */
import type { CallName } from '@jaanch/api/calls'
import type { Sample, Samples } from './sample.ts'
import { accountSamples } from './samples-of-accounts.ts'
import { bookingSamples } from './samples-of-bookings.ts'

const samples: Samples = { ...accountSamples, ...bookingSamples }

/** The samples of a route, one for each form of its request. A route without one takes nothing. */
export function samplesOf(name: CallName): readonly Sample[] {
  const given = samples[name] ?? { build: () => ({}) }
  return 'build' in given ? [given] : given
}
