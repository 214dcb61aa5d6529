import { type ResultView, resultView } from '@jaanch/contracts/http/results'
import type { ReadResult } from '@jaanch/storage/results'
import { pickFields } from './pick-fields.ts'

export function presentResult({ parameter, applied, ...result }: ReadResult): ResultView {
  const bounds = applied && {
    low: applied.low,
    high: applied.high,
    source: applied.source,
    isOfLab: applied.isOfLab,
  }
  return pickFields(resultView, { ...parameter, ...result, bounds })
}
