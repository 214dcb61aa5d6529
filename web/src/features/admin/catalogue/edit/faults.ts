import { hasCode, serverText } from '@/lib/http/api-error'

/** The parts of a request whose names stand before those of their fields */
const wholes = new Set(['parameter', 'item', 'intervals', 'criticalAges'])

type Fault = { path: string[]; text: string }

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
