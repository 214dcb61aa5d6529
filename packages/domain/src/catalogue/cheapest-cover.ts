/** The cheapest items of the catalogue that measure some parameters together: weighted set cover. */

export type CoverItem = { price: number; parameterCodes: readonly string[] }

export type Cover<Of extends CoverItem> = {
  /** In the order of the catalogue */
  items: Of[]
  /** In the unit of the items */
  price: number
  /** Whether nothing cheaper exists. If not, the price is at most 1 + 1/2 + … + 1/n times the lowest, for n parameters (greedy) */
  isExact: boolean
}

/** All parameters of two packages of the initial catalogue need up to 54 steps, what they have in common up to 40 */
const defaultMaxSteps = 500

/**
 * Branch and bound: takes each item that measures the rarest missing parameter in turn. What is missing costs at least the sum of the
 * shares: of each parameter, the lowest price of an item divided by the number of missing parameters that it measures.
 * @param codes what must be measured @param catalogue of prices 0 or more
 * @param maxSteps after so many, the cheapest cover that was found is the answer
 * @returns the cheapest cover; undefined if the catalogue does not measure them all, or there is nothing to measure
 */
export function cheapestCover<Of extends CoverItem>(
  codes: readonly string[],
  catalogue: readonly Of[],
  maxSteps = defaultMaxSteps,
): Cover<Of> | undefined {
  const wanted = new Set(codes)
  const useful = catalogue.filter(({ parameterCodes }) => parameterCodes.some((code) => wanted.has(code)))
  let best = wanted.size > 0 ? greedyCover(wanted, useful) : undefined
  if (!best) return undefined
  let steps = 0

  function search(missing: ReadonlySet<string>, taken: readonly Of[], price: number) {
    if (!best || price + leastPrice(missing, useful) >= best.price) return
    if (missing.size === 0) {
      best = { items: [...taken], price }
      return
    }
    steps += 1
    if (steps > maxSteps) return
    for (const item of itemsWithRarest(missing, useful))
      search(without(missing, item), [...taken, item], price + item.price)
  }

  search(wanted, [], 0)
  const items = useful.filter((item) => best?.items.includes(item))
  return { items, price: best.price, isExact: steps <= maxSteps }
}

/** Takes the item with the lowest price for each missing parameter until nothing is missing. */
function greedyCover<Of extends CoverItem>(wanted: ReadonlySet<string>, items: readonly Of[]) {
  const taken: Of[] = []
  for (let missing = wanted; missing.size > 0; ) {
    const share = (item: Of) => item.price / countIn(missing, item)
    const [next] = items.filter((item) => countIn(missing, item) > 0).sort((a, b) => share(a) - share(b))
    if (!next) return undefined
    taken.push(next)
    missing = without(missing, next)
  }
  return { items: taken, price: taken.reduce((sum, { price }) => sum + price, 0) }
}

function leastPrice(missing: ReadonlySet<string>, items: readonly CoverItem[]): number {
  const shares = new Map<string, number>()
  for (const item of items) {
    const share = item.price / countIn(missing, item)
    for (const code of item.parameterCodes) {
      if (missing.has(code) && share < (shares.get(code) ?? Number.POSITIVE_INFINITY)) shares.set(code, share)
    }
  }
  // a sum of fractions: less than a paisa is not a difference
  return Math.max(0, [...shares.values()].reduce((sum, share) => sum + share, 0) - 1e-6)
}

function itemsWithRarest<Of extends CoverItem>(missing: ReadonlySet<string>, items: readonly Of[]): Of[] {
  const candidates = [...missing].map((code) =>
    items.filter(({ parameterCodes }) => parameterCodes.includes(code)),
  )
  const fewest = candidates.reduce((least, each) => (each.length < least.length ? each : least))
  return fewest.toSorted((a, b) => a.price - b.price)
}

function countIn(missing: ReadonlySet<string>, { parameterCodes }: CoverItem): number {
  return parameterCodes.reduce((count, code) => count + (missing.has(code) ? 1 : 0), 0)
}

function without(missing: ReadonlySet<string>, { parameterCodes }: CoverItem): ReadonlySet<string> {
  const left = new Set(missing)
  for (const code of parameterCodes) left.delete(code)
  return left
}
