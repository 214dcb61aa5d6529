import type { Hl7Problem } from './api.ts'

/** The five (or four) characters that structure a message: MSH-1 and MSH-2. */
export type Delimiters = {
  field: string
  component: string
  repetition: string
  escaping: string
  subcomponent: string
}

/** @property number in the message, from 1 @property fields the raw text of each, `[0]` is the name; MSH-1 is `[1]` as HL7 counts */
export type Segment = { number: number; name: string; fields: readonly string[] }

/** Bounds on what is read at all: a laboratory's largest message has some hundreds of segments. */
const mostSegments = 2_000
const mostFields = 200
const longestField = 20_000
/** The bound of a field with a document in base64, which can take the whole message */
const longestResult = 262_144

const [startBlock, endBlock] = ['\u000b', '\u001c']

/**
 * Takes a message apart. A byte order mark before it is left out. Lines may end with CR, as HL7 has it, with LF or with both; the frame of
 * MLLP is taken off if it is whole.
 * @returns undefined where nothing else can be said about the text
 */
export function splitMessage(
  text: string,
  problems: Problems,
): { delimiters: Delimiters; segments: Segment[] } | undefined {
  const unframed = withoutFrame(text.replace(/^\ufeff/, ''), problems)
  if (unframed === undefined) return undefined
  // a decoder puts this in place of bytes that are no UTF-8
  if (unframed.includes('\ufffd') || !unframed.isWellFormed())
    problems.add(0, '', 'The message has bytes that are not UTF-8. Send it in UTF-8 or ASCII.')
  const lines = unframed.split(/\r\n|\r|\n/)
  if (lines.pop() !== '') {
    problems.add(
      0,
      '',
      'The message does not end with a line end: it may be cut off. Send it whole, with a line end after its last segment.',
    )
  }
  while (lines.at(-1) === '') lines.pop()
  if (lines.length > mostSegments)
    return problems.add(
      0,
      '',
      `The message has more than ${mostSegments} segments. Send one order per message.`,
    )
  const header = lines.findIndex((line) => line.startsWith('MSH'))
  const msh = lines[header]
  if (msh === undefined)
    return problems.add(0, '', 'The message has no MSH segment. It must begin with one, such as MSH|^~\\&|.')
  const delimiters = delimitersOf(msh)
  if (!delimiters)
    return problems.add(
      header + 1,
      'MSH-2',
      'The delimiters must be different characters, usually MSH|^~\\&|.',
    )
  const segments = lines.flatMap((line, index) => segmentOf(line, index + 1, delimiters, problems) ?? [])
  return { delimiters, segments }
}

function withoutFrame(text: string, problems: Problems): string | undefined {
  const hasStart = text.startsWith(startBlock)
  const end = text.lastIndexOf(endBlock)
  const hasEnd = end >= 0 && /^\r?\n?$/.test(text.slice(end + 1))
  if (hasStart !== hasEnd) {
    problems.add(
      0,
      '',
      hasStart
        ? 'The message has the start byte of MLLP (0B) and not its end bytes (1C 0D): it is cut off.'
        : 'The message has the end bytes of MLLP (1C 0D) and not its start byte (0B): its beginning is missing.',
    )
  }
  const inner = text.slice(hasStart ? 1 : 0, hasEnd ? end : undefined)
  return inner.includes(startBlock) || inner.includes(endBlock)
    ? problems.add(0, '', 'There are several messages in one request. Send one message per request.')
    : inner
}

/** @param header the MSH segment. @returns undefined unless they are four or five different printable characters */
function delimitersOf(header: string): Delimiters | undefined {
  const field = header.charAt(3)
  if (!isDelimiter(field)) return undefined
  const [, encoding = ''] = header.split(field)
  const all = [field, ...encoding]
  // 2.7 adds a fifth, which marks shortened texts
  if (all.length < 5 || all.length > 6 || new Set(all).size !== all.length || !all.every(isDelimiter))
    return undefined
  const [component = '', repetition = '', escaping = '', subcomponent = ''] = encoding
  return { field, component, repetition, escaping, subcomponent }
}

function isDelimiter(character: string): boolean {
  return /^[!-/:-@[-`{-~]$/.test(character)
}

function segmentOf(
  line: string,
  number: number,
  { field }: Delimiters,
  problems: Problems,
): Segment | undefined {
  const name = line.slice(0, 3)
  if (line === '') return problems.add(number, '', 'This line is empty. Remove it.')
  if (!/^[A-Z][A-Z0-9]{2}$/.test(name) || (line.length > 3 && line.charAt(3) !== field))
    return problems.add(
      number,
      '',
      `The line ${quoted(line.slice(0, 30))} is no segment. A line end within a text is written \\.br\\.`,
    )
  const control = /[^\P{Cc}\t]/u.exec(line)
  if (control) problems.add(number, '', `${name} contains a control character (${hexOf(control[0])}).`)
  const parts = line.split(field)
  const longest = name === 'OBX' ? longestResult : longestField
  if (parts.length > mostFields || parts.some((part) => part.length > longest))
    return problems.add(
      number,
      '',
      `${name} is too long: at most ${mostFields} fields of ${longest} characters.`,
    )
  // MSH-1 is the separator itself
  const fields = name === 'MSH' ? [name, field, ...parts.slice(1)] : parts
  return { number, name, fields }
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')
}

/** More are not listed: whoever has so many problems has one cause */
const mostProblems = 100

/** The problems of a message, in words that a lab technician can act on. */
export class Problems {
  readonly all: Hl7Problem[] = []
  readonly #known = new Set<string>()
  #more = 0

  /** The same problem counts once, however often a field is read. @returns undefined: what whoever cannot read on returns */
  add(segment: number, field: string, text: string): undefined {
    const key = `${segment} ${field} ${text}`
    if (this.#known.has(key)) return
    this.#known.add(key)
    if (this.all.length < mostProblems) this.all.push({ segment, field, text })
    else this.#more += 1
  }

  /** In the order of the message. */
  list(): Hl7Problem[] {
    const sorted = this.all.toSorted((a, b) => a.segment - b.segment)
    if (this.#more === 0) return sorted
    return [...sorted, { segment: 0, field: '', text: `There are ${this.#more} more problems.` }]
  }
}

/** A text of the message in a sentence: shortened, and without control characters. */
export function quoted(text: string): string {
  const plain = text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
  return `"${plain.length > 40 ? `${plain.slice(0, 40)}…` : plain}"`
}
