/** Texts as they are typed into the fields of the editors, and what they mean. */

import { hasCode, serverText } from '@/lib/http/api-error'
import { readRupees, typedText } from '../../prices/prices'
import { namedTexts } from './texts'

/** @returns the entries of a list that is typed with semicolons, each once */
export function listOf(typed: string): string[] {
  const entries = typed.split(';').map((entry) => entry.replaceAll(/\s+/g, ' ').trim())
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

export function typedList(list: readonly string[]): string {
  return list.join('; ')
}

/** With a decimal point or comma; the sign may be that of a typesetter */
const numberPattern = /^[-−]?\d{1,9}([.,]\d{1,6})?$/

/** @returns null for an empty text, undefined for one that is no number */
export function numberOf(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return numberPattern.test(text) ? Number(text.replace(',', '.').replace('−', '-')) : undefined
}

/** @returns null for an empty text, undefined for one that is no whole number in these bounds */
export function wholeOf(typed: string, least: number, most: number): number | null | undefined {
  const value = numberOf(typed)
  if (value === null) return null
  return value !== undefined && Number.isInteger(value) && value >= least && value <= most ? value : undefined
}

export function typedNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

/** @returns paise; null for an empty text, undefined for one that is no price */
export function paiseOf(typed: string): number | null | undefined {
  const rupees = readRupees(typed)
  return typeof rupees === 'number' ? Math.round(rupees * 100) : rupees
}

export function typedPaise(paise: number | null): string {
  return paise === null ? '' : typedText(paise / 100)
}

/** @returns null for a text of spaces */
export function textOrNull(typed: string): string | null {
  return typed.trim() || null
}

export const codePattern = /^[A-Z0-9][A-Z0-9._-]{0,39}$/

/** The parts of a request whose names stand before those of their fields */
const wholes = new Set(['parameter', 'item', 'intervals', 'criticalAges'])

export type Fault = { path: string[]; text: string }

/** @param most how many entries each list may have @returns the fields whose lists are too long, or have an entry that is, with a sentence */
export function listFaults<Field extends string>(
  form: Readonly<Record<NoInfer<Field>, string>>,
  most: Readonly<Record<Field, number>>,
): [Field, string][] {
  return (Object.keys(most) as Field[]).flatMap((field) => {
    const entries = listOf(form[field])
    const faults: [Field, string][] = []
    if (entries.length > most[field]) faults.push([field, namedTexts.tooMany(most[field])])
    if (entries.some((entry) => entry.length > 80)) faults.push([field, namedTexts.entryTooLong])
    return faults
  })
}

/** @returns what the API refused, such as `criticalHigh: The limit is …` or `item.synonyms.3: …`; undefined for another failure */
export function faultOf(error: unknown): Fault | undefined {
  const sentence = hasCode(error, 'invalid') ? serverText(error) : undefined
  const [, path, text] = sentence?.match(/^([A-Za-z][\w.]*): (.+)$/s) ?? []
  if (!path || !text) return undefined
  return { path: path.split('.').filter((part) => !/^\d+$/.test(part)), text }
}

/**
 * @param aliases fields of the form for parts of the path that have another name, such as `male.low`
 * @returns the field of the form that a fault is about; undefined if it has none
 */
export function fieldOf<Field extends string>(
  { path }: Fault,
  fields: readonly Field[],
  aliases: Readonly<Record<string, Field>> = {},
): Field | undefined {
  const isOfRows = path[0] === 'intervals' || path.includes('criticalAges')
  if (isOfRows) return undefined
  const inside = path.filter((part) => !wholes.has(part))
  const [first = ''] = inside
  return aliases[inside.slice(0, 2).join('.')] ?? fields.find((field) => field === first)
}
