import { dateExists } from '@jaanch/contracts/calendar'
import { type Delimiters, type Problems, quoted, type Segment } from './segments.ts'

/** Reads fields of segments, with escape sequences resolved. Problems are added where they are found. */
export class Reader {
  readonly delimiters: Delimiters
  readonly problems: Problems

  constructor(delimiters: Delimiters, problems: Problems) {
    this.delimiters = delimiters
    this.problems = problems
  }

  /** Adds a problem of a segment. @param field its number; null: the problem is not about a field */
  refuse({ name, number }: Segment, field: number | null, text: string): undefined {
    return this.problems.add(number, field === null ? '' : `${name}-${field}`, text)
  }

  /** The raw text of a field; '' if it is missing. `""` (HL7's null) is '' too */
  raw({ fields }: Segment, field: number): string {
    const text = fields[field] ?? ''
    return text === '""' ? '' : text
  }

  /** The repetitions of a field, each as its components; [] if it is empty */
  repetitions(segment: Segment, field: number): string[][] {
    const { component, repetition, escaping, subcomponent } = this.delimiters
    const text = this.raw(segment, field)
    if (text === '') return []
    const complain = (bad: string) =>
      this.refuse(
        segment,
        field,
        `${quoted(bad)} is no escape sequence that is understood here. Write ${escaping}E${escaping} for ${escaping} itself.`,
      )
    return text.split(repetition).map((one) =>
      one.split(component).map((part) =>
        part
          .split(subcomponent)
          .map((piece) => unescapeText(piece, this.delimiters, complain))
          .join(' ')
          .trim(),
      ),
    )
  }

  /** The components of a field that must not repeat; [] if it is empty */
  components(segment: Segment, field: number): string[] {
    const [first = [], another] = this.repetitions(segment, field)
    const { repetition } = this.delimiters
    if (another)
      this.refuse(segment, field, `The field has several values (separated by ${repetition}). Send one.`)
    return first
  }

  /** The first component */
  text(segment: Segment, field: number): string {
    return this.components(segment, field)[0] ?? ''
  }
}

/**
 * Resolves escape sequences: `\F\`, `\S\`, `\T\`, `\R\`, `\E\`, `\.br\` (a line end), `\X..\` (bytes of UTF-8); `\H\` and `\N\`, which
 * emphasise, are dropped. A backslash without a partner is an error, because half of a text may be missing.
 * @param onProblem gets what is not understood; it stays in the text as it is
 */
function unescapeText(text: string, delimiters: Delimiters, onProblem: (bad: string) => void): string {
  const { escaping } = delimiters
  if (!text.includes(escaping)) return text
  const parts = text.split(escaping)
  // an even number of escape characters gives an odd number of parts
  if (parts.length % 2 === 0) {
    onProblem(`${escaping}${parts.at(-1) ?? ''}`)
    return text
  }
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return part
      const meant = meaningOf(part, delimiters)
      if (meant === undefined) onProblem(`${escaping}${part}${escaping}`)
      return meant ?? `${escaping}${part}${escaping}`
    })
    .join('')
}

function meaningOf(sequence: string, delimiters: Delimiters): string | undefined {
  const { field, component, repetition, escaping, subcomponent } = delimiters
  const simple: Readonly<Record<string, string>> = {
    F: field,
    S: component,
    R: repetition,
    E: escaping,
    T: subcomponent,
    H: '',
    N: '',
    '.br': '\n',
    '.sp': '\n',
  }
  if (Object.hasOwn(simple, sequence)) return simple[sequence]
  return /^X(?:[0-9A-Fa-f]{2})+$/.test(sequence) ? bytesOf(sequence.slice(1)) : undefined
}

/** @returns undefined if the bytes are not UTF-8, or contain control characters other than tab and line ends */
function bytesOf(hex: string): string | undefined {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[^\P{Cc}\n\r\t]/u.test(text) ? undefined : text.replaceAll(/\r\n?/g, '\n')
  } catch {
    return undefined
  }
}

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
