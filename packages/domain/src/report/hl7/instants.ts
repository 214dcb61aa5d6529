/**
 * HL7's time (DTM): YYYY[MM[DD[HH[MM[SS[.S]]]]]][+/-ZZZZ]. Without an offset it is India's time.
 * @returns `date` as FHIR has it (a year, a month or a day), and `instant` in ISO 8601 if it is exact to the minute; undefined if it is
 *   no time that exists
 */
export function readTime(text: string): { date: string; instant: string | null } | undefined {
  const parts =
    /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.\d{1,4})?)?)?)?)?)?([+-]\d{4})?$/.exec(
      text,
    )
  if (!parts) return undefined
  const [, year = '', month, day, hours, minutes, seconds = '00', offset] = parts
  if (year < '1900' || year > '2099') return undefined
  const date = [year, month, day].filter((part) => part !== undefined).join('-')
  if (!exists(Number(year), month, day)) return undefined
  if (hours === undefined) return { date, instant: null }
  if (hours > '23' || (minutes ?? '00') > '59' || seconds > '59') return undefined
  if (offset !== undefined && (offset.slice(1, 3) > '14' || offset.slice(3) > '59')) return undefined
  if (minutes === undefined) return { date, instant: null }
  const zone = offset === undefined ? '+05:30' : `${offset.slice(0, 3)}:${offset.slice(3)}`
  return { date, instant: `${date}T${hours}:${minutes}:${seconds}${zone}` }
}

function exists(year: number, month = '01', day = '01'): boolean {
  const at = new Date(Date.UTC(year, Number(month) - 1, Number(day)))
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
}
