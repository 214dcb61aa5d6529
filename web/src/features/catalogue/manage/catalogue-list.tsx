import { EyeOff, FileText, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { Badge, StyledBadge } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'
import { Cell, Row, RowTable } from '@/ui/row-table'
import type { CatalogueItem, CatalogueParameter, CatalogueView } from './calls'
import {
  adultsText,
  criticalText,
  entriesOf,
  fastingText,
  isFound,
  isPdfOnly,
  priceText,
  resultsText,
  specimensText,
  type Tab,
} from './describe'
import { listTexts, pageTexts } from './texts'

/** So many rows are made at once: a catalogue of thousands of tests would take seconds on a phone */
const step = 100

type CatalogueListProps = {
  tab: Tab
  catalogue: CatalogueView
  query: string
  /** Code of the row that was open until now, which has the focus again; '' for none */
  returnTo: string
  onReturned: () => void
  onOpen: (code: string) => void
  onClear: () => void
}

/** The tests, packages or parameters that a search finds. */
export function CatalogueList(props: CatalogueListProps) {
  const { tab, catalogue, query, returnTo, onReturned, onOpen, onClear } = props
  const all = entriesOf(catalogue, tab)
  const found = all.filter((one) => isFound(one, query))
  const [most, setMost] = useState(() => {
    const place = found.findIndex(({ code }) => code === returnTo)
    return step * Math.ceil(Math.max(1, place + 1) / step)
  })
  // after the effect of its row
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => onReturned(), [])
  if (found.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title={all.length === 0 ? pageTexts.none[tab] : pageTexts.notFound}
        clearLabel={pageTexts.clear}
        onClear={all.length > 0 && onClear}
      />
    )
  }
  return (
    <>
      <RowTable label={pageTexts.tabs[tab]} heads={listTexts.heads[tab]}>
        {found
          .slice(0, most)
          .map((one) =>
            'kind' in one ? (
              <ItemRow
                key={one.code}
                item={one}
                isReturn={one.code === returnTo}
                onOpen={() => onOpen(one.code)}
              />
            ) : (
              <ParameterRow
                key={one.code}
                parameter={one}
                tests={catalogue.items.filter(({ parameters }) => parameters.includes(one.code)).length}
                isReturn={one.code === returnTo}
                onOpen={() => onOpen(one.code)}
              />
            ),
          )}
      </RowTable>
      <ShowMore
        list={{ hasMore: found.length > most, more: () => setMost(most + step), failed: false }}
        label={pageTexts.more}
        of={listTexts.of[tab]}
      />
    </>
  )
}

type RowProps = {
  /** It was open until now */
  isReturn: boolean
  onOpen: () => void
}

function NameCell({ name, code, isReturn, onOpen }: RowProps & { name: string; code: string }) {
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list is shown again
  useEffect(() => {
    if (isReturn) button.current?.focus()
  }, [])
  return (
    <Cell className="md:min-w-52">
      <button
        ref={button}
        type="button"
        onClick={onOpen}
        className="relative text-left font-semibold underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
      >
        {name}
      </button>
      <span className="block font-mono text-ink-soft text-xs">{code}</span>
    </Cell>
  )
}

function ItemRow({ item, ...row }: RowProps & { item: CatalogueItem }) {
  const { name, code, price, kind, parameters, tests, isOffered } = item
  return (
    <Row>
      <NameCell {...{ name, code }} {...row} />
      <Cell label={listTexts.price} className="whitespace-nowrap tabular-nums">
        <Soft isSoft={price === null}>{priceText(price)}</Soft>
      </Cell>
      <Cell label={listTexts.measures} className="whitespace-nowrap tabular-nums">
        {isPdfOnly(item) ? (
          <span title={listTexts.pdfOnlyHint}>
            <StyledBadge label={listTexts.pdfOnly} variant="info" icon={FileText} />
          </span>
        ) : kind === 'test' ? (
          listTexts.parameters(parameters.length)
        ) : (
          listTexts.tests(tests.length)
        )}
      </Cell>
      <OptionalCell label={listTexts.specimens}>{specimensText(item)}</OptionalCell>
      <Cell label={listTexts.fasting} className="whitespace-nowrap">
        {fastingText(item)}
      </Cell>
      <Cell className="whitespace-nowrap">
        {isOffered ? (
          <span className="text-ink-soft max-md:hidden">{price === null ? '' : listTexts.offered}</span>
        ) : (
          <Badge icon={EyeOff}>{listTexts.notOffered}</Badge>
        )}
      </Cell>
    </Row>
  )
}

type ParameterRowProps = RowProps & { parameter: CatalogueParameter; tests: number }

function ParameterRow({ parameter, tests, ...row }: ParameterRowProps) {
  const { name, code } = parameter
  return (
    <Row>
      <NameCell {...{ name, code }} {...row} />
      <Cell label={listTexts.results}>{resultsText(parameter)}</Cell>
      <OptionalCell label={listTexts.adults}>{adultsText(parameter)}</OptionalCell>
      <OptionalCell label={listTexts.critical}>{criticalText(parameter)}</OptionalCell>
      <Cell label={listTexts.measuredBy} className="whitespace-nowrap tabular-nums">
        <Soft isSoft={tests === 0}>{tests === 0 ? listTexts.unmeasured : listTexts.tests(tests)}</Soft>
      </Cell>
    </Row>
  )
}

/** Empty on a phone without a text: no label either. */
function OptionalCell({ label, children }: { label: string; children: string }) {
  return (
    <Cell {...(children && { label })} className="tabular-nums">
      {children}
    </Cell>
  )
}

function Soft({ isSoft, children }: { isSoft: boolean; children: ReactNode }) {
  return isSoft ? <span className="text-ink-soft">{children}</span> : children
}
