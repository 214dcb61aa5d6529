/** Parameters for which a person pays twice when tests overlap in part, and the cheaper choice. Tests that contain each other: `rules.ts`. */
import { contains, type Restrictions } from './rules.ts'

export type CatalogueItem = CoverItem & Restrictions & { id: string }

/** Two chosen tests that measure some of the same parameters */
export type Overlap<Of extends CatalogueItem> = {
  item: Of
  other: Of
  /** How many parameters of `item` the other one measures too */
  shared: number
  /** The cheapest items that measure these, and their price */
  alone: Cover<Of>
}

/** Ten tests have 45 pairs that may overlap: those with the most in common say enough */
const mostOverlaps = 5
/** For all overlaps of one answer. Any two packages of the initial catalogue need up to 37 */
const overlapSteps = 400
/** For the cheaper choice: it need not be the cheapest */
const choiceSteps = 200
/** The number of chosen tests that are each tried with the cheapest items for what they lack: those with the most parameters */
const mostKept = 4

/**
 * @param chosen tests of one person, in their order: the later one of two is named first
 * @param catalogue the tests on offer; those for other people than the chosen ones are not used
 * @returns pairs that overlap partly, those with the most shared parameters first
 */
export function overlapsOf<Of extends CatalogueItem>(
  chosen: readonly Of[],
  catalogue: readonly Of[],
): Overlap<Of>[] {
  const offered = catalogue.filter((item) => isForAll(item, chosen))
  const budget: StepBudget = { steps: overlapSteps }
  const pairs = chosen.flatMap((item, place) =>
    chosen.slice(0, place).map((other) => ({ item, other, codes: sharedCodes(item, other) })),
  )
  return pairs
    .filter(({ item, other, codes }) => codes.length > 0 && !isPartOfOther(item, other))
    .sort((a, b) => b.codes.length - a.codes.length)
    .slice(0, mostOverlaps)
    .flatMap(({ item, other, codes }) => {
      const alone = cheapestCover(codes, offered, budget)
      return alone ? [{ item, other, shared: codes.length, alone }] : []
    })
}

/**
 * Finds what measures everything that was chosen for less: one item of the catalogue if there is one, else one of the chosen tests
 * with the cheapest items for what it lacks.
 * @returns undefined if nothing is cheaper, or the parameters of a chosen test are not known
 */
export function cheaperChoice<Of extends CatalogueItem>(
  chosen: readonly Of[],
  catalogue: readonly Of[],
  mostItems: number,
): { items: Of[]; price: number } | undefined {
  if (chosen.length < 2 || chosen.some(({ parameterCodes }) => parameterCodes.length === 0)) return undefined
  const offered = catalogue.filter((item) => isForAll(item, chosen))
  const codes = [...new Set(chosen.flatMap(({ parameterCodes }) => parameterCodes))]
  const paid = chosen.reduce((sum, { price }) => sum + price, 0)
  const [single] = offered
    .filter((item) => contains(item.parameterCodes, codes) && item.price < paid)
    .sort((a, b) => a.price - b.price)
  if (single) return { items: [single], price: single.price }
  const budget: StepBudget = { steps: choiceSteps }
  const [mixed] = chosen
    .toSorted((a, b) => b.parameterCodes.length - a.parameterCodes.length)
    .slice(0, mostKept)
    .flatMap((kept) => {
      const rest = codes.filter((code) => !kept.parameterCodes.includes(code))
      const added = cheapestCover(rest, offered, budget)
      return added ? [{ items: [kept, ...added.items], price: kept.price + added.price }] : []
    })
    .filter(({ items, price }) => price < paid && items.length <= mostItems)
    .sort((a, b) => a.price - b.price)
  return mixed
}

function sharedCodes(item: CatalogueItem, other: CatalogueItem): string[] {
  const codes = new Set(other.parameterCodes)
  return item.parameterCodes.filter((code) => codes.has(code))
}

function isPartOfOther(item: CatalogueItem, other: CatalogueItem): boolean {
  return (
    contains(item.parameterCodes, other.parameterCodes) || contains(other.parameterCodes, item.parameterCodes)
  )
}

/** Whether everybody who may take all the chosen tests may take the item, of unknown age and gender too. */
function isForAll(item: Restrictions, chosen: readonly Restrictions[]): boolean {
  const { genderSpecific, ageMin, ageMax } = item
  return (
    (genderSpecific === 'both' || chosen.some((each) => each.genderSpecific === genderSpecific)) &&
    (ageMin === null || chosen.some((each) => each.ageMin !== null && each.ageMin >= ageMin)) &&
    (ageMax === null || chosen.some((each) => each.ageMax !== null && each.ageMax <= ageMax))
  )
}

// the cheapest items of the catalogue that measure some parameters together: weighted set cover

export type CoverItem = { price: number; parameterCodes: readonly string[] }

export type Cover<Of extends CoverItem> = {
  /** In the order of the catalogue */
  items: Of[]
  /** In the unit of the items */
  price: number
  /** Whether nothing cheaper exists. If not, the price is at most 1 + 1/2 + … + 1/n times the lowest, for n parameters (greedy) */
  isExact: boolean
}

/** How many more items may be tried, by one search or by several that share it; each search counts it down */
export type StepBudget = { steps: number }

/** All parameters of two packages of the initial catalogue need up to 114 steps, what they have in common up to 37 */
const defaultSteps = 500

/** An item that measures something that is wanted: `codes` are places in the list of what is wanted */
type Candidate<Of> = { item: Of; price: number; codes: number[] }

/**
 * Branch and bound: takes each item that measures the rarest missing parameter in turn. What is missing costs at least the sum of the
 * shares: of each parameter, the lowest price of an item divided by the number of missing parameters that it measures.
 * @param codes what must be measured @param catalogue of prices 0 or more
 * @param budget when it is used up, the cheapest cover that was found is the answer
 * @returns the cheapest cover; undefined if the catalogue does not measure them all, or there is nothing to measure
 */
export function cheapestCover<Of extends CoverItem>(
  codes: readonly string[],
  catalogue: readonly Of[],
  budget: StepBudget = { steps: defaultSteps },
): Cover<Of> | undefined {
  const { candidates, measuring } = prepare(codes, catalogue)
  if (measuring.length === 0 || measuring.some(({ length }) => length === 0)) return undefined
  let best = greedyCover(candidates, measuring.length)
  let isExact = true
  const taken: Candidate<Of>[] = []
  /** How many of the taken items measure each */
  const times = measuring.map(() => 0)

  function search(price: number) {
    if (price + leastPrice(candidates, times) >= best.price) return
    const rarest = rarestMissing(measuring, times)
    if (rarest === undefined) {
      best = { items: [...taken], price }
      return
    }
    for (const next of measuring[rarest] ?? []) {
      // the others cost as much or more
      if (price + next.price >= best.price) return
      if (budget.steps <= 0) {
        isExact = false
        return
      }
      budget.steps -= 1
      taken.push(next)
      add(times, next, 1)
      search(price + next.price)
      add(times, next, -1)
      taken.pop()
    }
  }

  search(0)
  const inBest = new Set(best.items)
  const items = candidates.filter((each) => inBest.has(each)).map(({ item }) => item)
  return { items, price: best.price, isExact }
}

/** @returns the items that measure something wanted, in their order, and for each wanted code those that measure it, cheapest first */
function prepare<Of extends CoverItem>(codes: readonly string[], catalogue: readonly Of[]) {
  const places = new Map([...new Set(codes)].map((code, place) => [code, place]))
  const candidates = catalogue.flatMap((item): Candidate<Of>[] => {
    const measured = new Set(item.parameterCodes.flatMap((code) => places.get(code) ?? []))
    return measured.size > 0 ? [{ item, price: item.price, codes: [...measured] }] : []
  })
  const measuring = [...places].map((): Candidate<Of>[] => [])
  for (const each of candidates.toSorted((a, b) => a.price - b.price)) {
    for (const code of each.codes) measuring[code]?.push(each)
  }
  return { candidates, measuring }
}

/** Takes the item with the lowest price for each missing parameter until nothing is missing. */
function greedyCover<Of>(candidates: readonly Candidate<Of>[], wanted: number) {
  const items: Candidate<Of>[] = []
  const times = Array.from({ length: wanted }, () => 0)
  while (times.includes(0)) {
    let next: Candidate<Of> | undefined
    let lowest = Number.POSITIVE_INFINITY
    for (const each of candidates) {
      const share = each.price / countMissing(times, each)
      if (share < lowest) [next, lowest] = [each, share]
    }
    if (!next) break
    items.push(next)
    add(times, next, 1)
  }
  return { items, price: items.reduce((sum, { price }) => sum + price, 0) }
}

function leastPrice(candidates: readonly Candidate<unknown>[], times: readonly number[]): number {
  const shares = times.map((count) => (count > 0 ? 0 : Number.POSITIVE_INFINITY))
  for (const each of candidates) {
    const share = each.price / countMissing(times, each)
    for (const code of each.codes) if (share < (shares[code] ?? 0)) shares[code] = share
  }
  // a sum of fractions: less than a paisa is not a difference
  return Math.max(0, shares.reduce((sum, share) => sum + share, 0) - 1e-6)
}

/** @returns what the fewest items measure; undefined if nothing is missing */
function rarestMissing(measuring: readonly unknown[][], times: readonly number[]): number | undefined {
  let rarest: number | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const [code, { length }] of measuring.entries()) {
    if (times[code] === 0 && length < fewest) [rarest, fewest] = [code, length]
  }
  return rarest
}

function countMissing(times: readonly number[], { codes }: Candidate<unknown>): number {
  let count = 0
  for (const code of codes) if (times[code] === 0) count += 1
  return count
}

function add(times: number[], { codes }: Candidate<unknown>, change: 1 | -1): void {
  for (const code of codes) times[code] = (times[code] ?? 0) + change
}
