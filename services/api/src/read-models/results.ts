import type { ResultView } from '@jaanch/contracts/http/results'
import type { ReadResult } from '@jaanch/storage/results'

export function presentResult({ parameter, applied, ...result }: ReadResult): ResultView {
  const { code, name, loinc, unit, ucum, decimals } = parameter
  const bounds = applied && {
    low: applied.low,
    high: applied.high,
    source: applied.source,
    isOfLab: applied.isOfLab,
  }
  const { text, from, to, flag, interval, isWidest, isForOtherAges, method, foreignUnit } = result
  return {
    code,
    name,
    loinc,
    unit,
    ucum,
    decimals,
    text,
    from,
    to,
    flag,
    interval,
    bounds,
    isWidest,
    isForOtherAges,
    method,
    foreignUnit,
  }
}
