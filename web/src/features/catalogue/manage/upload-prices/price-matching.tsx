import { CircleCheck, ListChecks } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Named } from '@/ui/named'
import { Panel } from '@/ui/panel'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { Segmented } from '@/ui/segmented'
import { Select } from '@/ui/select'
import { type CatalogueItem, type PriceMatches, type SavedPrices, useCatalogue } from '../calls'
import { priceText } from '../describe'
import { ProblemTable } from '../file-parts'
import { matchTexts, uploadTexts } from './texts'

type PriceMatchingProps = {
  matches: PriceMatches
  busy: boolean
  isOutdated: boolean
  onSave: (body: SavedPrices) => void
}

/** The rows of a price list: those that are surely meant are matched, a person decides about the others, and one press saves them. */
export function PriceMatching({ matches, busy, isOutdated, onSave }: PriceMatchingProps) {
  const { version, rows, problems } = matches
  const { data } = useCatalogue()
  const items = useMemo(() => new Map(data?.items.map((item) => [item.code, item])), [data])
  const [choices, setChoices] = useState(() => firstChoices(rows))
  // a row that was decided stays in view until the other rows are asked for
  const [only, setOnly] = useState<ReadonlySet<number>>()

  const open = undecided(rows, choices)
  const twice = chosenTwice(rows, choices)
  const body = bodyOf(version, rows, choices)
  const count = body.prices.length + (body.added?.length ?? 0)
  const shown = only ? rows.filter(({ row }) => only.has(row)) : rows
  return (
    <>
      {problems.length > 0 && (
        <div className="mb-5">
          <Panel title={uploadTexts.problems(problems.length)}>
            <div className="p-4 sm:p-5">
              <ProblemTable problems={problems} count={problems.length} />
            </div>
          </Panel>
        </div>
      )}
      {rows.length === 0 && <EmptyState icon={ListChecks} title={uploadTexts.noRows} />}
      {rows.length > 0 && (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="min-w-0 text-ink-soft tabular-nums">
              {matchTexts.summary(rows.filter(({ match }) => match !== null).length, open.length)}
            </p>
            <Segmented
              label={matchTexts.shown}
              value={only ? 'open' : 'all'}
              onChange={(value) =>
                setOnly(value === 'open' ? new Set(open.map(({ row }) => row)) : undefined)
              }
              options={[
                { value: 'all', label: matchTexts.allRows },
                { value: 'open', label: matchTexts.onlyOpen },
              ]}
              className="max-sm:w-full"
            />
          </div>
          {open.length > 0 && (
            <div className="mb-3 flex flex-wrap gap-2.5 max-sm:*:w-full">
              <Button
                variant="outline"
                size="sm"
                onClick={() => setChoices(withRest(rows, choices, leaveOut))}
              >
                {matchTexts.leaveOutRest}
              </Button>
              <Button variant="outline" size="sm" onClick={() => setChoices(withRest(rows, choices, addNew))}>
                {matchTexts.addRest}
              </Button>
            </div>
          )}
          {/* what is chosen while it is saved would be lost */}
          <div inert={busy}>
            {shown.length === 0 ? (
              <EmptyState icon={ListChecks} title={matchTexts.noneOpen} />
            ) : (
              <MatchTable
                rows={shown}
                items={items}
                choiceOf={(row) => choices.get(row)}
                twice={twice}
                onChoose={(row, choice) => setChoices(new Map(choices).set(row, choice))}
              />
            )}
          </div>
          <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 mt-4 flex justify-end border-t bg-canvas py-3 max-sm:*:w-full lg:bottom-0">
            <Button
              loading={busy}
              disabled={count === 0 || open.length > 0 || twice.size > 0 || isOutdated}
              onClick={() => onSave(body)}
            >
              {uploadTexts.save(count)}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

type PriceRow = PriceMatches['rows'][number]

// codes have no small letters
const addNew = 'new'
const leaveOut = 'out'

/** The row of the file → the code of a test or package, `addNew` or `leaveOut`; missing: not decided */
type Choices = ReadonlyMap<number, string>

/** Certain matches are chosen at first. */
function firstChoices(rows: readonly PriceRow[]): Choices {
  return new Map(rows.flatMap(({ row, match }) => (match === null ? [] : [[row, match]])))
}

function undecided(rows: readonly PriceRow[], choices: Choices): PriceRow[] {
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
function optionsOf(
  { match, suggestions }: PriceRow,
  items: ReadonlyMap<string, CatalogueItem>,
): { value: string; label: string }[] {
  const codes = match === null ? suggestions : [match, ...suggestions]
  return codes.map((code) => ({ value: code, label: items.get(code)?.name ?? code }))
}

function bodyOf(version: string, rows: readonly PriceRow[], choices: Choices): SavedPrices {
  const added = rows.filter(({ row }) => choices.get(row) === addNew)
  const priced = rows.flatMap(({ row, price }) => {
    const code = choices.get(row)
    return code === undefined || code === addNew || code === leaveOut ? [] : [{ code, price }]
  })
  return { version, prices: priced, added: added.map(({ name, price }) => ({ name, price })) }
}

/** So many rows are made at once: a list of thousands would take seconds on a phone */
const step = 100

type MatchTableProps = {
  rows: readonly PriceRow[]
  items: ReadonlyMap<string, CatalogueItem>
  choiceOf: (row: number) => string | undefined
  /** The earlier row with the same choice */
  twice: ReadonlyMap<number, number>
  onChoose: (row: number, choice: string) => void
}

/** The rows of a price list, each with the test or package that gets its price. */
function MatchTable({ rows, items, choiceOf, twice, onChoose }: MatchTableProps) {
  const [most, setMost] = useState(step)
  return (
    <>
      <RowTable label={matchTexts.label} heads={Object.values(matchTexts.heads)}>
        {rows.slice(0, most).map((row) => (
          <MatchRow
            key={row.row}
            {...{ row, items }}
            choice={choiceOf(row.row)}
            sameAs={twice.get(row.row)}
            onChoose={(choice) => onChoose(row.row, choice)}
          />
        ))}
      </RowTable>
      <ShowMore
        list={{ hasMore: rows.length > most, more: () => setMost(most + step), failed: false }}
        label={matchTexts.more}
      />
    </>
  )
}

type MatchRowProps = {
  row: PriceRow
  items: ReadonlyMap<string, CatalogueItem>
  choice: string | undefined
  sameAs: number | undefined
  onChoose: (choice: string) => void
}

function MatchRow({ row: one, items, choice, sameAs, onChoose }: MatchRowProps) {
  const { row, name, price, match } = one
  const [isChanging, setChanging] = useState(false)
  const chosen = choice === undefined ? undefined : items.get(choice)
  const isSure = match !== null && choice === match && !isChanging
  return (
    <Row>
      <Cell label={matchTexts.heads.row} className="text-ink-soft tabular-nums md:w-16">
        {row}
      </Cell>
      <Cell className="font-medium">{name}</Cell>
      <Cell label={matchTexts.heads.price} className="whitespace-nowrap tabular-nums">
        {priceText(price)}
        {chosen && chosen.price !== null && chosen.price !== price && (
          <span className="ml-2 text-ink-soft text-xs">
            {matchTexts.presentPrice(priceText(chosen.price))}
          </span>
        )}
      </Cell>
      <Cell className="max-md:mt-1 md:w-96">
        {isSure ? (
          <span className="flex flex-wrap items-center justify-between gap-2">
            <Badge variant="success" icon={CircleCheck} className="min-w-0 whitespace-normal">
              {chosen?.name ?? match}
            </Badge>
            <Button variant="ghost" size="sm" onClick={() => setChanging(true)}>
              <Named of={name}>{matchTexts.change}</Named>
            </Button>
          </span>
        ) : (
          <Select
            label={matchTexts.choiceOf(name)}
            value={choice ?? ''}
            onChange={onChoose}
            placeholder={matchTexts.choose}
            options={[
              ...optionsOf(one, items),
              { value: addNew, label: matchTexts.addNew },
              { value: leaveOut, label: matchTexts.leaveOut },
            ]}
          />
        )}
        {sameAs !== undefined && (
          <p role="alert" className="mt-1 text-error text-xs">
            {matchTexts.twice(sameAs)}
          </p>
        )}
      </Cell>
    </Row>
  )
}
