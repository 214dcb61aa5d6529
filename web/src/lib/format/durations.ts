const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** A duration in its two largest units: '2 d 3 h', '41 s', '120 ms'. @param ms */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  let rest = Math.floor(ms / 1_000)
  const parts = units.map(([unit, seconds]) => {
    const n = Math.floor(rest / seconds)
    rest -= n * seconds
    return { n, unit }
  })
  const first = parts.findIndex(({ n }) => n > 0)
  return parts
    .slice(first, first + 2)
    .filter(({ n }) => n > 0)
    .map(({ n, unit }) => `${n} ${unit}`)
    .join(' ')
}
