import type { PriceListView } from '@jaanch/catalogue/price-lists/api'
import { SearchX } from 'lucide-react'
import { useId, useState } from 'react'
import { z } from 'zod'
import { ShowMore } from '@/components/list/show-more'
import { rupeesText } from '@/lib/format/numbers'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { Cell, NumberCell, Row, RowTable } from '@/ui/row-table'
import { TypedSearchInput } from '@/ui/search-input'
import type { ChangedPriceList } from './calls'
import {
  differenceText,
  endsInTime,
  endsTooEarly,
  type Filling,
  filledPrice,
  lastDay,
  listFields,
  readRupees,
  typedText,
  untilOf,
} from './prices'
import { editorTexts } from './texts'

const daysSchema = z.object(listFields).refine(endsInTime, endsTooEarly)
type Days = z.output<typeof daysSchema>
type Errors = Partial<Record<keyof Days, string>>

const daysOf = ({ name, from, until }: PriceListView): Days => ({ name, first: from, last: lastDay(until) })
const typedOf = ({ items }: PriceListView): ReadonlyMap<string, string> =>
  new Map(items.flatMap(({ packageId, price }) => (price === null ? [] : [[packageId, typedText(price)]])))

type PriceDraft = ReturnType<typeof usePriceDraft>

/** The typed prices of a list, until it is saved as a whole. Prices are texts, by the id of the test. */
export function usePriceDraft(list: PriceListView) {
  const [days, setDays] = useState(() => daysOf(list))
  const [typed, setTyped] = useState(() => typedOf(list))
  const [isChanged, setIsChanged] = useState(false)
  /** After the first attempt to save, errors show while they are typed */
  const [isChecked, setIsChecked] = useState(false)

  const parsed = daysSchema.safeParse(days)
  const errors: Errors = {}
  if (isChecked) {
    for (const { path, message } of parsed.error?.issues ?? []) errors[path[0] as keyof Days] ??= message
  }
  const priceOf = (packageId: string) => readRupees(typed.get(packageId) ?? '')
  const firstWrong = list.items.find(({ packageId }) => priceOf(packageId) === undefined)?.packageId

  function change(prices: ReadonlyMap<string, string>) {
    setTyped(prices)
    setIsChanged(true)
  }

  return {
    ...{ days, errors, isChanged, isChecked, priceOf, firstWrong },
    count: list.items.filter(({ packageId }) => typeof priceOf(packageId) === 'number').length,
    typedOf: (packageId: string) => typed.get(packageId) ?? '',
    enter(some: Partial<Days>) {
      setDays({ ...days, ...some })
      setIsChanged(true)
    },
    type: (packageId: string, text: string) => change(new Map(typed).set(packageId, text)),
    fill: (filling: Filling) =>
      change(
        new Map(
          list.items.map(({ packageId, cataloguePrice }) => [
            packageId,
            typedText(filledPrice(cataloguePrice, filling)),
          ]),
        ),
      ),
    clear: () => change(new Map()),
    /** @returns what is to be saved; undefined if something is wrong, which shows then */
    check(): ChangedPriceList | undefined {
      setIsChecked(true)
      if (!parsed.success || firstWrong !== undefined) return undefined
      const { name, first, last } = parsed.data
      const prices = list.items.flatMap(({ packageId }) => {
        const price = priceOf(packageId)
        return typeof price === 'number' ? [{ packageId, price }] : []
      })
      return { version: list.version, name: name.trim(), from: first, until: untilOf(last), prices }
    },
    reset(saved: PriceListView) {
      setDays(daysOf(saved))
      setTyped(typedOf(saved))
      setIsChanged(false)
      setIsChecked(false)
    },
  }
}

/** So many fields are made at once: a catalogue of thousands of tests would take seconds on a phone */
const step = 100

type Item = PriceListView['items'][number]
/** The tests with the catalogue's price, and the list's to type. A test with a wrong price is shown whatever is searched for. */
export function PriceTable({ items, draft }: { items: readonly Item[]; draft: PriceDraft }) {
  const [query, setQuery] = useState('')
  const [most, setMost] = useState(step)
  const words = query.trim().toLowerCase()
  const found = items.filter(({ name }) => name.toLowerCase().includes(words))
  const first = found.slice(0, most)
  const wrong = draft.isChecked ? items.find(({ packageId }) => packageId === draft.firstWrong) : undefined
  const shown = wrong && !first.includes(wrong) ? [wrong, ...first] : first
  return (
    <>
      <search className="mb-3 block">
        <TypedSearchInput
          aria-label={editorTexts.search}
          placeholder={editorTexts.searchExample}
          maxLength={100}
          value={query}
          onText={(text) => {
            setQuery(text)
            setMost(step)
          }}
        />
      </search>
      {shown.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={editorTexts.none}
          clearLabel={editorTexts.clearSearch}
          onClear={words !== '' && (() => setQuery(''))}
        />
      )}
      {shown.length > 0 && (
        <RowTable label={editorTexts.heads.price} heads={Object.values(editorTexts.heads)}>
          {shown.map((item) => (
            <PriceRow key={item.packageId} item={item} draft={draft} />
          ))}
        </RowTable>
      )}
      <ShowMore
        list={{ hasMore: found.length > most, more: () => setMost(most + step), failed: false }}
        label={editorTexts.more}
      />
    </>
  )
}

function PriceRow({ item: { packageId, name, cataloguePrice }, draft }: { item: Item; draft: PriceDraft }) {
  const errorId = useId()
  const price = draft.priceOf(packageId)
  const isWrong = price === undefined
  const difference = differenceText(cataloguePrice, price)
  return (
    <Row>
      <Cell className="font-medium">{name}</Cell>
      <NumberCell label={editorTexts.heads.catalogue}>{rupeesText(cataloguePrice)}</NumberCell>
      <Cell label={editorTexts.heads.price} className="max-md:mt-1 md:w-48">
        <Input
          aria-label={editorTexts.priceOf(name)}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? errorId : undefined}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          placeholder="₹"
          className="tabular-nums"
          value={draft.typedOf(packageId)}
          onChange={({ target }) => draft.type(packageId, target.value)}
        />
        {isWrong && (
          <p id={errorId} role="alert" className="mt-1 text-error text-xs">
            {editorTexts.priceWrong}
          </p>
        )}
      </Cell>
      {/* empty on a phone without a difference: no label either */}
      <Cell {...(difference && { label: editorTexts.heads.difference })} className="tabular-nums md:w-28">
        {difference}
      </Cell>
    </Row>
  )
}
