/** Valid requests of each call: a refusal of them can only be due to the caller. */
import { accountSamples } from '@jaanch/account/testing/samples'
import type { CallName } from '@jaanch/api/calls'
import { bookingSamples } from '@jaanch/booking/testing/samples'
import { catalogueSamples } from '@jaanch/catalogue/testing/samples'
import { collectionSamples } from '@jaanch/collection/testing/samples'
import { insightSamples } from '@jaanch/insight/testing/samples'
import { messageSamples } from '@jaanch/messages/testing/samples'
import { operationsSamples } from '@jaanch/operations/testing/samples'
import { reportSamples } from '@jaanch/report/testing/samples'
import { shareSamples } from '@jaanch/shares/testing/samples'
import type { Sample, Samples } from './sample.ts'

const samples: Samples = {
  ...accountSamples,
  ...bookingSamples,
  ...catalogueSamples,
  ...collectionSamples,
  ...insightSamples,
  ...messageSamples,
  ...operationsSamples,
  ...reportSamples,
  ...shareSamples,
}

/** The samples of a call, one for each form of its request. A call without one takes nothing. */
export function samplesOf(name: CallName): readonly Sample[] {
  const given = samples[name] ?? { build: () => ({}) }
  return 'build' in given ? [given] : given
}
