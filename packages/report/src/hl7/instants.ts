import { dateExists } from '@jaanch/contracts/calendar'

const india = '+05:30'

/**
 * HL7's time (DTM): YYYY[MM[DD[HH[MM[SS[.S]]]]]][+/-ZZZZ].
 * @param zone offset of a time that has none, such as `+05:30`
 * @returns `date` as FHIR has it (a year, a month or a day), and `instant` in ISO 8601 if it is exact to the minute; undefined if it is
 *   no time that exists
 */
export function readTime(text: string, zone = india): { date: string; instant: string | null } | undefined {
  const parts =
    /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.\d{1,4})?)?)?)?)?)?([+-]\d{4})?$/.exec(
      text,
    )
  if (!parts) return undefined
  const [, year = '', month, day, hours, minutes, seconds = '00', offset] = parts
  if (year < '1900' || year > '2099') return undefined
  const date = [year, month, day].filter((part) => part !== undefined).join('-')
  if (!dateExists(date)) return undefined
  if (hours === undefined) return { date, instant: null }
  if (hours > '23' || (minutes ?? '00') > '59' || seconds > '59') return undefined
  if (offset !== undefined && (offset.slice(1, 3) > '14' || offset.slice(3) > '59')) return undefined
  if (minutes === undefined) return { date, instant: null }
  return { date, instant: `${date}T${hours}:${minutes}:${seconds}${zoneIn(offset) ?? zone}` }
}

/**
 * The zone of a message's times that have no offset: that of MSH-7 (HL7 2.5.1, chapter 2, definition of MSH-7), and India's if MSH-7 has none.
 * @param sentAt MSH-7 @returns an offset such as `+05:30`
 */
export function zoneOf(sentAt: string): string {
  return (readTime(sentAt) && zoneIn(/[+-]\d{4}$/.exec(sentAt)?.[0])) ?? india
}

function zoneIn(offset: string | undefined): string | undefined {
  return offset && `${offset.slice(0, 3)}:${offset.slice(3)}`
}
