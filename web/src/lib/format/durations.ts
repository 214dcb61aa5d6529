import { countText } from './numbers'

const units: [string, number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

/** @returns '35 ms', '1.2 s', '41 s', '2 min 5 s', '3 d 4 h' */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${Number((ms / 1_000).toFixed(1))} s`
  const first = units.findIndex(([, size]) => ms >= size)
  let rest = ms
  return units
    .slice(first, first + 2)
    .map(([name, size]) => {
      const n = Math.floor(rest / size)
      rest -= n * size
      return n > 0 ? `${countText(n)} ${name}` : ''
    })
    .filter(Boolean)
    .join(' ')
}
