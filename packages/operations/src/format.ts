/** Numbers, times and actors as operators read them: in the terminal and in messages. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-IN')
}

const istParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})

/** An instant in Asia/Kolkata: `21 Nov 2026 04:20:11.123` */
export function istTime(at: Date): string {
  const found = Object.fromEntries(istParts.formatToParts(at).map(({ type, value }) => [type, value]))
  const { day, month, year, hour, minute, second, fractionalSecond } = found
  return `${day} ${month?.slice(0, 3)} ${year} ${hour}:${minute}:${second}.${fractionalSecond}`
}

/** A duration in its two largest units: `2 d 3 h`, `41 s`. @param ms */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = Math.floor(ms / 1_000)
  const units: [string, number][] = [
    ['d', Math.floor(seconds / 86_400)],
    ['h', Math.floor(seconds / 3_600) % 24],
    ['min', Math.floor(seconds / 60) % 60],
    ['s', seconds % 60],
  ]
  const first = units.findIndex(([, n]) => n > 0)
  return units
    .slice(first, first + 2)
    .filter(([, n]) => n > 0)
    .map(([unit, n]) => `${n} ${unit}`)
    .join(' ')
}

/** @param bytes */
export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const value = bytes / 1_024 ** power
  return `${value.toFixed(value < 10 && power > 0 ? 1 : 0)} ${units[power]}`
}

/** The role or the consumer of an event's actor. Ids of persons are not shown. */
export function formatActor(actor: string): string {
  const [role = '', name = ''] = actor.split(':')
  return role === 'system' ? name : role
}
