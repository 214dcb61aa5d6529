/** What a person pays twice for when tests overlap in part, and the cheaper choice. Tests that contain each other: `contained-test.ts`. */
import { type Cover, type CoverItem, cheapestCover, type StepBudget } from './cheapest-cover.ts'
import { contains } from './contained-test.ts'
import type { Restrictions } from './eligibility.ts'

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

/** Of ten tests, 45 pairs may overlap: those with the most in common say enough */
const mostOverlaps = 5
/** For all overlaps of one answer. Any two packages of the initial catalogue need up to 37 */
const overlapSteps = 400
/** For the cheaper choice: it need not be the cheapest */
const choiceSteps = 200
/** Of how many chosen tests it is tried what is missing beside them: those with the most parameters */
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
