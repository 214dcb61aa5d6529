import { type PriceListKind, priceListKinds } from '@jaanch/contracts/vocabulary'

/** Prices in paise, dates YYYY-MM-DD in Asia/Kolkata. */
export type PriceList = {
  id: string
  name: string
  kind: PriceListKind
  /** The id of the lab that the list is for, else a name; null for a list of the installation */
  subject: string | null
  /** The first date on which it applies */
  from: string
  /** The first date on which it applies no more; null: open */
  until: string | null
  /** By the id of the test */
  prices: ReadonlyMap<string, number>
}

/** The place of an order and the people it is for. In the marketplace there is only a date: the customer pays before a lab is known. */
export type Circumstances = { date: string } & Partial<Record<Exclude<PriceListKind, 'installation'>, string>>

type Priced = { id: string; price: number }
type Validity = Pick<PriceList, 'from' | 'until'>

/** When a list begins and ends: on the first date, and before the second. */
function appliesOn({ from, until }: Validity, date: string): boolean {
  return from <= date && (until === null || date < until)
}

export type PriceListState = 'begins' | 'applies' | 'ended'

/** @param date YYYY-MM-DD in Asia/Kolkata. A list whose end is not after its beginning never applies: it ended before it began */
export function stateOf({ from, until }: Validity, date: string): PriceListState {
  if (until !== null && (until <= date || until <= from)) return 'ended'
  return from <= date ? 'applies' : 'begins'
}

/**
 * The price of a test, and the list that gives it. The most specific list with a price for the test wins, in the order of
 * `priceListKinds`; of several of one kind the one that began last, then the one with the lower name, then with the lower id.
 * @param test with the price of the catalogue, which counts if no list has one
 */
export function priceFor<List extends PriceList>(
  test: Priced,
  lists: readonly List[],
  circumstances: Circumstances,
): { price: number; list: List | null } {
  const [list] = lists
    .filter((each) => each.prices.has(test.id) && holdsFor(each, circumstances))
    .toSorted(byPrecedence)
  return { price: list?.prices.get(test.id) ?? test.price, list: list ?? null }
}

function holdsFor(list: PriceList, circumstances: Circumstances): boolean {
  if (!appliesOn(list, circumstances.date)) return false
  if (list.kind === 'installation') return true
  return list.subject !== null && circumstances[list.kind] === list.subject
}

function byPrecedence(a: PriceList, b: PriceList): number {
  return (
    priceListKinds.indexOf(a.kind) - priceListKinds.indexOf(b.kind) ||
    compare(b.from, a.from) ||
    compare(a.name, b.name) ||
    compare(a.id, b.id)
  )
}

/** By code points, as Postgres compares texts with the collation "C". */
function compare(a: string, b: string): number {
  if (a === b) return 0
  const [left, right] = [[...a], [...b]]
  for (const [place, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[place]?.codePointAt(0) ?? -1)
    if (difference !== 0) return difference
  }
  return -1
}
