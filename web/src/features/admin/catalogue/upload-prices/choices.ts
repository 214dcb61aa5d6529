import type { CatalogueItemView, PriceMatches, SavedPrices } from '@/lib/resources/catalogue'

export type PriceRow = PriceMatches['rows'][number]

// codes have no small letters
export const addNew = 'new'
export const leaveOut = 'out'

/** The row of the file → the code of a test or package, `addNew` or `leaveOut`; missing: not decided */
export type Choices = ReadonlyMap<number, string>

/** What is surely meant is chosen at first. */
export function firstChoices(rows: readonly PriceRow[]): Choices {
  return new Map(rows.flatMap(({ row, match }) => (match === null ? [] : [[row, match]])))
}

export function undecided(rows: readonly PriceRow[], choices: Choices): PriceRow[] {
  return rows.filter(({ row }) => !choices.has(row))
}

/** @returns the choices with one for every row that has none */
export function withRest(rows: readonly PriceRow[], choices: Choices, choice: string): Choices {
  return new Map(rows.map(({ row }) => [row, choices.get(row) ?? choice]))
}

/** @returns by row, the earlier row for which the same test or package was chosen */
export function chosenTwice(rows: readonly PriceRow[], choices: Choices): ReadonlyMap<number, number> {
  const first = new Map<string, number>()
  const twice = new Map<number, number>()
  for (const { row } of rows) {
    const choice = choices.get(row)
    if (choice === undefined || choice === addNew || choice === leaveOut) continue
    const before = first.get(choice)
    if (before === undefined) first.set(choice, row)
    else twice.set(row, before)
  }
  return twice
}

/** @returns the options of a row, the most similar first */
export function optionsOf(
  { match, suggestions }: PriceRow,
  items: ReadonlyMap<string, CatalogueItemView>,
): { value: string; label: string }[] {
  const codes = match === null ? suggestions : [match, ...suggestions]
  return codes.map((code) => ({ value: code, label: items.get(code)?.name ?? code }))
}

export function bodyOf(version: string, rows: readonly PriceRow[], choices: Choices): SavedPrices {
  const added = rows.filter(({ row }) => choices.get(row) === addNew)
  const priced = rows.flatMap(({ row, price }) => {
    const code = choices.get(row)
    return code === undefined || code === addNew || code === leaveOut ? [] : [{ code, price }]
  })
  return { version, prices: priced, added: added.map(({ name, price }) => ({ name, price })) }
}
