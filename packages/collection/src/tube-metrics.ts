/** The quality of collections: the metrics of the daily statistics that count tubes and people, and their keys. */

/**
 * They count by lab and collector, on the day in India of the draw: `tubes-received` with the seconds from the draw to the receipt,
 * `tubes-in-time` those of them within their stability window, `tubes-rejected` by reason. `persons-mismatched`: people who were not the
 * expected ones when they were asked first.
 */
export const tubeMetrics = [
  'tubes-drawn',
  'tubes-received',
  'tubes-in-time',
  'tubes-accepted',
  'tubes-rejected',
  'persons-identified',
  'persons-mismatched',
] as const
export type TubeMetric = (typeof tubeMetrics)[number]

/** At most as many days as the statistics keep */
export const qualityDays = [7, 30, 90] as const

type Of = {
  labPartnerId: string
  /** '' if nobody is known to have drawn it */
  collectorId: string
  reason?: string | undefined
}

/** @returns the key in the statistics: `<lab>/<collector>`, with `/<reason>` for what was rejected */
export function qualityKey({ labPartnerId, collectorId, reason }: Of): string {
  return [labPartnerId, collectorId, ...(reason ? [reason] : [])].join('/')
}

export function parseQualityKey(key: string): Of {
  const [labPartnerId = '', collectorId = '', reason] = key.split('/')
  return { labPartnerId, collectorId, reason }
}
