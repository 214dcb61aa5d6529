import { ListChecks } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type PriceMatches, type SavedPrices, useCatalogue } from '@/lib/resources/catalogue'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Panel } from '@/ui/panel'
import { Segmented } from '@/ui/segmented'
import { ProblemTable } from '../file-parts'
import {
  addNew,
  bodyOf,
  chosenTwice,
  firstChoices,
  leaveOut,
  MatchTable,
  undecided,
  withRest,
} from './match-table'
import { page as pageTexts, matches as texts } from './texts'

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
          <Panel title={pageTexts.problems(problems.length)}>
            <div className="p-4 sm:p-5">
              <ProblemTable problems={problems} count={problems.length} />
            </div>
          </Panel>
        </div>
      )}
      {rows.length === 0 && <EmptyState icon={ListChecks} title={pageTexts.noRows} />}
      {rows.length > 0 && (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="min-w-0 text-ink-soft tabular-nums">
              {texts.summary(rows.filter(({ match }) => match !== null).length, open.length)}
            </p>
            <Segmented
              label={texts.shown}
              value={only ? 'open' : 'all'}
              onChange={(value) =>
                setOnly(value === 'open' ? new Set(open.map(({ row }) => row)) : undefined)
              }
              options={[
                { value: 'all', label: texts.allRows },
                { value: 'open', label: texts.onlyOpen },
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
                {texts.leaveOutRest}
              </Button>
              <Button variant="outline" size="sm" onClick={() => setChoices(withRest(rows, choices, addNew))}>
                {texts.addRest}
              </Button>
            </div>
          )}
          {/* what is chosen while it is saved would be lost */}
          <div inert={busy}>
            {shown.length === 0 ? (
              <EmptyState icon={ListChecks} title={texts.noneOpen} />
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
              {pageTexts.save(count)}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
