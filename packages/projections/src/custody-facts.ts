import type { BookingSummary } from '@jaanch/contracts/booking'
import { istDate } from '@jaanch/contracts/calendar'
import type { CustodyTube } from '@jaanch/contracts/custody'
import { qualityKey, type TubeMetric } from '@jaanch/contracts/quality'
import type { Fact } from './fact.ts'

/** Of the person who drew it, or else of the lab alone: a tube that was rejected without a draw has no collector. */
const noCollector = ''

/** What the tubes of a booking add to the quality of its lab and of those who drew them; `facts.ts` lists the metrics. */
export function custodyFactsOf({ labPartnerId, custody }: BookingSummary): Fact[] {
  if (labPartnerId === null || custody === null) return []
  const facts = custody.tubes.flatMap((tube) => tubeFactsOf(labPartnerId, tube))
  // of the collector who confirmed who the person is, on the day of the last mismatch or of the confirmation
  const seen = custody.identity?.at ?? custody.mismatchedAt
  if (seen === null) return facts
  const collectorId = custody.identity?.by ?? noCollector
  const day = istDate(new Date(seen))
  const person = (metric: TubeMetric): Fact => ({
    metric,
    key: qualityKey({ labPartnerId, collectorId }),
    day,
    n: 1,
    amount: 0,
  })
  return [
    ...facts,
    person('persons-identified'),
    ...(custody.mismatches > 0 ? [person('persons-mismatched')] : []),
  ]
}

function tubeFactsOf(labPartnerId: string, tube: CustodyTube): Fact[] {
  const { drawn, received, accepted, rejected, stability } = tube
  const first = drawn ?? received ?? rejected
  if (!first) return []
  const collectorId = drawn?.by ?? noCollector
  const day = istDate(new Date(first.at))
  const fact = (
    metric: TubeMetric,
    { amount = 0, reason }: { amount?: number; reason?: string } = {},
  ): Fact => ({
    metric,
    key: qualityKey({ labPartnerId, collectorId, reason }),
    day,
    n: 1,
    amount,
  })
  const facts = drawn ? [fact('tubes-drawn')] : []
  if (drawn && received) {
    const ms = Math.max(0, Date.parse(received.at) - Date.parse(drawn.at))
    facts.push(fact('tubes-received', { amount: Math.round(ms / 1_000) }))
    if (stability.windowMs === null || ms <= stability.windowMs) facts.push(fact('tubes-in-time'))
  }
  if (accepted) facts.push(fact('tubes-accepted'))
  if (rejected) facts.push(fact('tubes-rejected', { reason: rejected.reason }))
  return facts
}
