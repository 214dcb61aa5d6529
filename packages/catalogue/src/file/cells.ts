/** How the cells of a file are read and written, and the columns that they are in. A cell is what a spreadsheet has in it, or the text of a CSV file. */

export type Cell = string | number | boolean | Date | null

/** A kind of value in a column. Empty cells are not read: they are null. */
export type Kind<Value> = {
  /** @throws Wrong with a sentence for the person who fills in the file */
  read(cell: Cell): Value
  write(value: Value): string | number
}

/** A cell that cannot be read. The message is a sentence that says what to enter. */
export class Wrong extends Error {
  override name = 'Wrong'
}

/** Digits of Indian scripts, each block of ten in order: Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam. */
const zeros = [0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66]

function withAsciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((first) => first <= code && code < first + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}

/** 1,00,000 and 100,000 and 100000; with a decimal point */
const numberPattern = /^[-−]?(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d+)?$/

/** @returns undefined: it is no number */
function numberIn(text: string): number | undefined {
  const plain = withAsciiDigits(text.normalize('NFKC')).replaceAll(/[\s ]/gu, '')
  if (!numberPattern.test(plain)) return undefined
  return Number(plain.replaceAll(',', '').replace('−', '-'))
}

function textOf(cell: Cell): string {
  if (cell instanceof Date)
    throw new Wrong(
      `This cell is a date (${cell.toISOString().slice(0, 10)}), which spreadsheets make of entries such as 2-3. Format the cell as text and enter it again.`,
    )
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return String(cell ?? '')
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

export function text(most: number): Kind<string> {
  return {
    read(cell) {
      const value = textOf(cell)
      if (value.length > most)
        throw new Wrong(`At most ${most} characters fit here; these are ${value.length}.`)
      return value
    },
    write: (value) => value,
  }
}

/** A code of our own: letters, digits and `-._`, in capitals. */
export const code: Kind<string> = {
  read(cell) {
    const value = withAsciiDigits(textOf(cell)).toUpperCase()
    if (!/^[A-Z0-9][A-Z0-9._-]{0,39}$/.test(value))
      throw new Wrong(
        'A code has up to 40 letters, digits, dots, hyphens and underscores, and begins with a letter or digit.',
      )
    return value
  },
  write: (value) => value,
}

export function number({
  least,
  most,
  whole = false,
}: {
  least: number
  most: number
  whole?: boolean
}): Kind<number> {
  return {
    read(cell) {
      const typed = textOf(cell)
      // 0,035 is not 35
      if (typeof cell !== 'number' && typed.includes(','))
        throw new Wrong(`“${short(typed)}” has a comma. Enter a decimal point, and no commas between digits.`)
      const value = typeof cell === 'number' ? cell : numberIn(typed)
      if (value === undefined) throw new Wrong(`“${short(textOf(cell))}” is not a number.`)
      if (whole && !Number.isInteger(value)) throw new Wrong('Enter a whole number.')
      if (!(value >= least && value <= most)) throw new Wrong(`Enter a number from ${least} to ${most}.`)
      return value
    },
    write: (value) => value,
  }
}

const mostRupees = 1_000_000

/** Rupees in the file, with or without ₹, Rs. and /-; paise as a value. */
export const money: Kind<number> = {
  read(cell) {
    const typed = typeof cell === 'number' ? String(cell) : textOf(cell)
    const value = numberIn(typed.replace(/^(₹|rs\.?|inr)\s*/i, '').replace(/\s*(\/-|\/=|rs\.?|inr)$/i, ''))
    if (value === undefined)
      throw new Wrong(`“${short(typed)}” is not a price. Enter rupees, such as 499, 1,00,000 or 499.50.`)
    if (value < 0 || value > mostRupees) throw new Wrong('A price is from ₹0 to ₹10,00,000.')
    const paise = Math.round(value * 100)
    if (Math.abs(value * 100 - paise) > 1e-6) throw new Wrong('A price has at most two decimals.')
    return paise
  },
  write: (paise) => paise / 100,
}

export const yesNo: Kind<boolean> = {
  read(cell) {
    const value = textOf(cell).toLowerCase()
    if (['yes', 'y', 'true', '1'].includes(value)) return true
    if (['no', 'n', 'false', '0'].includes(value)) return false
    throw new Wrong('Enter yes or no.')
  },
  write: (value) => (value ? 'yes' : 'no'),
}

/** @param values in small letters @param wordOf what the file says for a value, in any letters */
export function choice<Value extends string>(
  values: readonly Value[],
  wordOf: (value: Value) => string = (value) => value,
): Kind<Value> {
  return {
    read(cell) {
      const typed = textOf(cell).toLowerCase()
      const found = values.find((value) => value === typed)
      if (!found) throw new Wrong(`Enter one of: ${values.map(wordOf).join(', ')}.`)
      return found
    },
    write: wordOf,
  }
}

/** Several values in one cell, separated by semicolons. */
export function list<Value>(kind: Kind<Value>, most = 300): Kind<Value[]> {
  return {
    read(cell) {
      const parts = (typeof cell === 'number' ? String(cell) : textOf(cell))
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part !== '')
      if (parts.length > most) throw new Wrong(`At most ${most} entries fit here; these are ${parts.length}.`)
      const values = parts.map((part) => kind.read(part))
      const repeated = parts.find((part, n) => parts.indexOf(part) < n)
      if (repeated !== undefined) throw new Wrong(`“${short(repeated)}” is here twice.`)
      return values
    },
    write: (values) => values.map((value) => kind.write(value)).join('; '),
  }
}

/** @returns the start of a long text */
export function short(typed: string): string {
  return typed.length > 40 ? `${typed.slice(0, 40)}…` : typed
}

/** `C5`. @param column from 0 @param row from 1 */
export function cellName(column: number, row: number): string {
  let name = ''
  for (let n = column + 1; n > 0; n = Math.floor((n - 1) / 26))
    name = String.fromCharCode(65 + ((n - 1) % 26)) + name
  return `${name}${row}`
}

/**
 * @property key what a row calls it
 * @property title what the file calls it
 * @property isRequired each row has a value
 * @property help a sentence for the documentation and the template
 */
export type Column<Key extends string = string, Value = unknown, IsRequired extends boolean = boolean> = {
  key: Key
  title: string
  kind: Kind<Value>
  isRequired: IsRequired
  help: string
}

export type Sheet<Columns extends readonly Column[] = readonly Column[]> = {
  title: string
  help: string
  columns: Columns
}

/** A row of a sheet: an empty cell is null. */
export type RowOf<Columns extends readonly Column[]> = {
  [One in Columns[number] as One['key']]: One extends Column<string, infer Value, infer IsRequired>
    ? IsRequired extends true
      ? Value
      : Value | null
    : never
}

const columns =
  <IsRequired extends boolean>(isRequired: IsRequired) =>
  <Key extends string, Value>(
    key: Key,
    title: string,
    kind: Kind<Value>,
    help: string,
  ): Column<Key, Value, IsRequired> => ({ key, title, kind, isRequired, help })

export const required = columns(true)
export const optional = columns(false)
