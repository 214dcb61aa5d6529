import { type PriceListKind, priceListKinds } from '@jaanch/contracts/vocabulary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Circumstances, type PriceList, priceFor, stateOf } from './rules.ts'

const cbc = { id: 'cbc', price: 29_900 }
const date = '2026-11-08'

/** A list of one kind for the subject `s`, with one price, that has applied for long. */
function listOf(kind: PriceListKind, price: number, changes: Partial<PriceList> = {}): PriceList {
  return {
    id: `${kind}-${price}`,
    name: 'List',
    kind,
    subject: kind === 'installation' ? null : 's',
    from: '2026-01-01',
    until: null,
    prices: new Map([[cbc.id, price]]),
    ...changes,
  }
}
const everywhere: Circumstances = { date, centre: 's', lab: 's', company: 's', doctor: 's', camp: 's' }
const priceOf = (lists: readonly PriceList[], at: Circumstances = everywhere) =>
  priceFor(cbc, lists, at).price

it('a centre’s list comes before its lab’s, then company, doctor, camp and installation', () => {
  const lists = priceListKinds.map((kind, place) => listOf(kind, place)).toReversed()
  for (const [place] of priceListKinds.entries()) {
    expect(priceOf(lists.filter(({ kind }) => priceListKinds.indexOf(kind) >= place))).toBe(place)
  }
})

it('a list of anybody else does not hold, and in the marketplace only lists of the installation do', () => {
  const lists = priceListKinds.map((kind, place) => listOf(kind, place))
  expect(priceOf(lists, { ...everywhere, centre: 'other' })).toBe(1)
  expect(priceOf(lists, { date })).toBe(5)
  expect(priceFor(cbc, lists.slice(0, 5), { date })).toEqual({ price: 29_900, list: null })
})

it.for([
  { on: '2026-11-07', until: null, price: 29_900 },
  { on: '2026-11-08', until: null, price: 100 },
  { on: '2026-11-09', until: '2026-11-10', price: 100 },
  { on: '2026-11-10', until: '2026-11-10', price: 29_900 },
  { on: '2026-11-08', until: '2026-11-08', price: 29_900 },
])('a list from 8 November until $until asks $price paise on $on', ({ on, until, price }) => {
  expect(priceOf([listOf('installation', 100, { from: '2026-11-08', until })], { date: on })).toBe(price)
})

it('a list without a price for the test is passed over, and a price of 0 is a price', () => {
  const other = listOf('lab', 1, { prices: new Map([['lipid', 1]]) })
  expect(priceOf([other, listOf('camp', 200)])).toBe(200)
  expect(priceOf([other, listOf('camp', 0)])).toBe(0)
  expect(priceOf([other])).toBe(29_900)
  expect(priceOf([])).toBe(29_900)
})

it('among lists of one kind the one that began last wins, then the lower name, then the lower id', () => {
  const first = listOf('installation', 1, { from: '2026-10-01', name: 'Zebra' })
  const later = listOf('installation', 2, { from: '2026-11-01', name: 'B' })
  const named = listOf('installation', 3, { from: '2026-11-01', name: 'A' })
  const twin = listOf('installation', 4, { from: '2026-11-01', name: 'A' })
  expect(priceOf([first, later])).toBe(2)
  expect(priceOf([later, named, first])).toBe(3)
  expect(priceOf([twin, named])).toBe(3)
  // by code points: a character of two code units comes after one from U+E000 on
  const [low, high] = ['\uf000', '\u{1f600}'].map((name, place) => listOf('camp', place, { name }))
  expect(priceOf([high, low] as PriceList[])).toBe(0)
})

it('the state follows from the dates, and what ends before it begins has ended', () => {
  const states = [
    ['2026-11-09', null, 'begins'],
    ['2026-11-08', null, 'applies'],
    ['2026-11-01', '2026-11-09', 'applies'],
    ['2026-11-01', '2026-11-08', 'ended'],
    ['2026-12-01', '2026-12-01', 'ended'],
  ] as const
  for (const [from, until, state] of states) expect(stateOf({ from, until }, date)).toBe(state)
})

/** Goes through the kinds, and through the lists of each, as the rule is told. */
function naivePrice(test: { id: string; price: number }, lists: readonly PriceList[], at: Circumstances) {
  for (const kind of ['centre', 'lab', 'company', 'doctor', 'camp', 'installation'] as const) {
    let best: PriceList | undefined
    for (const list of lists) {
      if (list.kind !== kind || list.prices.get(test.id) === undefined) continue
      if (kind !== 'installation' && list.subject !== at[kind]) continue
      if (at.date < list.from || (list.until !== null && at.date >= list.until)) continue
      const wins =
        !best ||
        list.from > best.from ||
        (list.from === best.from && (list.name < best.name || (list.name === best.name && list.id < best.id)))
      if (wins) best = list
    }
    if (best) return best.prices.get(test.id)
  }
  return test.price
}

it('any lists give the price that a search through all of them finds', () => {
  const day = fc.constantFrom('2026-11-07', '2026-11-08', '2026-11-09')
  const subject = fc.constantFrom('s', 't')
  const list = fc
    .record({
      id: fc.uuid(),
      name: fc.constantFrom('A', 'B', 'a'),
      kind: fc.constantFrom(...priceListKinds),
      subject,
      from: day,
      until: fc.option(day),
      prices: fc
        .dictionary(fc.constantFrom('cbc', 'lipid'), fc.nat(1_000))
        .map((prices) => new Map(Object.entries(prices))),
    })
    .map((each) => (each.kind === 'installation' ? { ...each, subject: null } : each))
  const subjects = fc.record(
    { centre: subject, lab: subject, company: subject, doctor: subject, camp: subject },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.array(list, { maxLength: 12 }), day, subjects, (lists, on, known) => {
      const at = { date: on, ...known }
      expect(priceFor(cbc, lists, at).price).toBe(naivePrice(cbc, lists, at))
    }),
  )
})
