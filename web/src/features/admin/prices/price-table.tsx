import type { PriceListView } from '@jaanch/contracts/http/price-lists'
import { SearchX } from 'lucide-react'
import { useId, useState } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { rupeesText } from '@/lib/format/numbers'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { TypedSearchInput } from '@/ui/search-input'
import { differenceText } from './prices'
import { editor as texts } from './texts'
import type { PriceDraft } from './use-price-draft'

/** So many fields are made at once: a catalogue of thousands of tests would take seconds on a phone */
const step = 100

type Item = PriceListView['items'][number]
type PriceTableProps = { items: readonly Item[]; draft: PriceDraft }

/** The tests with the catalogue's price, and the list's to type. A test with a wrong price is shown whatever is searched for. */
export function PriceTable({ items, draft }: PriceTableProps) {
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
          aria-label={texts.search}
          placeholder={texts.searchExample}
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
          title={texts.none}
          clearLabel={texts.clearSearch}
          onClear={words !== '' && (() => setQuery(''))}
        />
      )}
      {shown.length > 0 && (
        <RowTable label={texts.heads.price} heads={Object.values(texts.heads)}>
          {shown.map((item) => (
            <PriceRow key={item.packageId} item={item} draft={draft} />
          ))}
        </RowTable>
      )}
      <ShowMore
        list={{ hasMore: found.length > most, more: () => setMost(most + step), failed: false }}
        label={texts.more}
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
      <Cell label={texts.heads.catalogue} className="tabular-nums">
        {rupeesText(cataloguePrice)}
      </Cell>
      <Cell label={texts.heads.price} className="max-md:mt-1 md:w-48">
        <Input
          aria-label={texts.priceOf(name)}
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
            {texts.priceWrong}
          </p>
        )}
      </Cell>
      {/* empty on a phone without a difference: no label either */}
      <Cell {...(difference && { label: texts.heads.difference })} className="tabular-nums md:w-28">
        {difference}
      </Cell>
    </Row>
  )
}
