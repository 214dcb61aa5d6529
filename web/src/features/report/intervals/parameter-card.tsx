import { istDate } from '@jaanch/contracts/calendar'
import type { IntervalsOfParameter, IntervalView } from '@jaanch/report/intervals/api'
import { BookOpen, ChevronDown, CircleCheck, CircleDashed, CircleStop, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { agesText, texts as ageTexts, whoText } from '@/features/report/interval-fields/ages'
import { cn } from '@/lib/class-names'
import { dateText } from '@/lib/format/dates'
import { Badge, type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { acceptInterval } from './calls'
import * as texts from './texts'

const AddDialog = lazyDialog(async () => (await import('./dialogs')).AddDialog)

type ParameterCardProps = { parameter: IntervalsOfParameter; isOpen: boolean; mayChange: boolean }

/** A parameter, which opens to its intervals and critical limits. */
export function ParameterCard({ parameter, isOpen: opensAtFirst, mayChange }: ParameterCardProps) {
  const [chosen, setChosen] = useState<boolean>()
  const [isAdding, setAdding] = useState(false)
  const { name, unit, code, intervals, decimals } = parameter
  const reference = intervals.filter(({ kind }) => kind === 'reference')
  const isOpen = chosen ?? opensAtFirst
  const own = intervals.filter((each) => statusOf(each) === 'own').length
  const offered = intervals.filter((each) => statusOf(each) === 'offered').length
  const ofCatalogue = intervals.filter((each) => statusOf(each) === 'catalogue').length
  const { heads } = texts.parameter
  return (
    <Card className="overflow-hidden">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
          className="flex min-h-14 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-left hover:bg-sunken"
        >
          <span className="min-w-0 grow basis-40">
            <span className="font-semibold">{name}</span>
            <span className="ml-2 text-ink-soft text-xs">{[unit, code].filter(Boolean).join(' · ')}</span>
          </span>
          {own > 0 && <Badge variant="brand">{texts.parameter.own(own)}</Badge>}
          {offered > 0 && <Badge variant="accent">{texts.parameter.offered(offered)}</Badge>}
          <span className="text-ink-soft text-xs tabular-nums">
            {ofCatalogue === 0 ? texts.parameter.adultsOnly : texts.parameter.rows(ofCatalogue)}
          </span>
          <ChevronDown
            className={`size-4 shrink-0 text-ink-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
            aria-hidden
          />
        </button>
      </h2>
      {isOpen && (
        <div className="grid gap-3 border-t bg-sunken/40 p-3 sm:p-4">
          <RowTable
            heads={[
              heads.who,
              heads.interval,
              heads.method,
              heads.source,
              heads.status,
              ...(mayChange ? [''] : []),
            ]}
            label={texts.parameter.table(name)}
          >
            {reference.map((interval) => (
              <IntervalRow
                key={interval.id}
                interval={interval}
                parameter={parameter}
                mayChange={mayChange}
              />
            ))}
            {ofCatalogue === 0 && <AdultRows parameter={parameter} mayChange={mayChange} />}
          </RowTable>
          {mayChange && (
            <Button
              icon={Plus}
              variant="outline"
              className="justify-self-start"
              onClick={() => setAdding(true)}
            >
              <Named of={texts.parameter.of(name)}>{texts.parameter.add}</Named>
            </Button>
          )}
          {decimals !== null && <CriticalTable parameter={parameter} mayChange={mayChange} />}
        </div>
      )}
      {isAdding && <AddDialog parameter={parameter} kind="reference" onClose={() => setAdding(false)} />}
    </Card>
  )
}

/** Without rows of the catalogue, its two intervals apply to adults. */
function AdultRows({ parameter, mayChange }: Pick<ParameterCardProps, 'parameter' | 'mayChange'>) {
  const { male, female, normal } = parameter
  const isSame = male?.low === female?.low && male?.high === female?.high
  const rows = [
    ...(male ? [{ who: isSame ? '' : ageTexts.sexes.male, text: limitsText(male, parameter) }] : []),
    ...(female && !isSame ? [{ who: ageTexts.sexes.female, text: limitsText(female, parameter) }] : []),
  ]
  const shown =
    rows.length > 0
      ? rows.map(({ who, text }) => ({ who: texts.parameter.adults(who), text }))
      : normal
        ? [{ who: ageTexts.allAges, text: normal }]
        : []
  return shown.map(({ who, text }) => (
    <Row key={who}>
      <Cell className="font-medium">{who}</Cell>
      <Cell label={texts.parameter.heads.interval} className="tabular-nums">
        {text}
      </Cell>
      <Cell label={texts.parameter.heads.method}>{texts.row.anyMethod}</Cell>
      <Cell className="text-ink-soft text-xs">{texts.parameter.catalogueSource}</Cell>
      <Cell>
        <Badge>{texts.row.status.catalogue}</Badge>
      </Cell>
      {mayChange && <Cell />}
    </Row>
  ))
}

/** The critical limits of a parameter with numbers: the lab's own, which can only be stricter, and those of the catalogue. */
function CriticalTable({ parameter, mayChange }: { parameter: IntervalsOfParameter; mayChange: boolean }) {
  const [isAdding, setAdding] = useState(false)
  const { name, critical, intervals } = parameter
  const own = intervals.filter(({ kind }) => kind === 'critical')
  const { heads } = texts.critical
  return (
    <>
      <h3 className="font-semibold text-ink-soft text-xs">{texts.critical.title}</h3>
      {own.length + critical.length === 0 ? (
        <p className="text-ink-soft text-sm">{texts.critical.none}</p>
      ) : (
        <RowTable
          heads={[heads.who, heads.limits, heads.source, heads.status, ...(mayChange ? [''] : [])]}
          label={texts.critical.table(name)}
        >
          {own.map((interval) => (
            <IntervalRow key={interval.id} interval={interval} parameter={parameter} mayChange={mayChange} />
          ))}
          {critical.map((band) => (
            <Row key={band.ageFrom}>
              <Cell className="font-medium">{agesText(band.ageFrom, band.ageTo)}</Cell>
              <Cell label={heads.limits} className="tabular-nums">
                {criticalText(band, parameter)}
              </Cell>
              <Cell className="text-ink-soft text-xs">{texts.critical.catalogueSource}</Cell>
              <Cell>
                <Badge>{texts.row.status.catalogue}</Badge>
              </Cell>
              {mayChange && <Cell />}
            </Row>
          ))}
        </RowTable>
      )}
      {mayChange && (
        <Button icon={Plus} variant="outline" className="justify-self-start" onClick={() => setAdding(true)}>
          <Named of={texts.critical.of(name)}>{texts.critical.add}</Named>
        </Button>
      )}
      {isAdding && <AddDialog parameter={parameter} kind="critical" onClose={() => setAdding(false)} />}
    </>
  )
}

const EndDialog = lazyDialog(async () => (await import('./dialogs')).EndDialog)

const badges: Record<IntervalStatus, BadgeStyle> = {
  catalogue: { label: texts.row.status.catalogue, variant: 'neutral', icon: BookOpen },
  offered: { label: texts.row.status.offered, variant: 'accent', icon: CircleDashed },
  own: { label: texts.row.status.own, variant: 'brand', icon: CircleCheck },
  ended: { label: texts.row.status.ended, variant: 'neutral', icon: CircleStop },
}

type IntervalRowProps = { interval: IntervalView; parameter: IntervalsOfParameter; mayChange: boolean }

/** An interval, or critical limits of the lab, which the lab accepts if it is offered, and ends if it is its own. */
function IntervalRow({ interval, parameter, mayChange }: IntervalRowProps) {
  const [opened, setOpened] = useState<'accept' | 'end'>()
  const { heads } = texts.parameter
  const status = statusOf(interval)
  const who = whoText(interval)
  const isCritical = interval.kind === 'critical'
  const of = [parameter.name, isCritical && texts.critical.limits, who].filter(Boolean).join(', ')
  const { run, busy } = useCommand({
    send: () => acceptInterval(interval.id),
    succeeded: [texts.accept.succeeded, parameter.name],
    failed: texts.accept.failed,
  })
  const isDim = status === 'ended' || status === 'offered'
  return (
    <Row className={cn(isDim && 'text-ink-soft')}>
      <Cell className="font-medium">{who}</Cell>
      <Cell label={isCritical ? texts.critical.heads.limits : heads.interval} className="tabular-nums">
        {(isCritical ? criticalText : limitsText)(interval, parameter)}
      </Cell>
      {!isCritical && <Cell label={heads.method}>{interval.method ?? texts.row.anyMethod}</Cell>}
      <Cell className="text-ink-soft text-xs md:max-w-72">{interval.source}</Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StyledBadge {...badges[status]} />
          {interval.isOwn && <span className="text-ink-soft text-xs">{validityText(interval)}</span>}
        </span>
      </Cell>
      {mayChange && (
        <Cell className="md:text-right">
          {status === 'offered' && (
            <Button variant="soft" size="sm" loading={busy} onClick={() => setOpened('accept')}>
              <Named of={of}>{texts.row.accept}</Named>
            </Button>
          )}
          {status === 'own' && (
            <Button variant="outline" size="sm" onClick={() => setOpened('end')}>
              <Named of={of}>{texts.row.end}</Named>
            </Button>
          )}
          {opened === 'accept' && (
            <OpenConfirmDialog
              {...texts.accept.question(parameter.name, who)}
              variant="primary"
              onConfirm={() => run()}
              onClose={() => setOpened(undefined)}
            />
          )}
          {opened === 'end' && (
            <EndDialog interval={interval} name={parameter.name} onClose={() => setOpened(undefined)} />
          )}
        </Cell>
      )}
    </Row>
  )
}

function validityText({ validFrom, validTo }: IntervalView): string {
  const from = texts.row.begins(dateText(validFrom))
  return validTo === null ? from : `${from} ${texts.row.ends(dateText(validTo))}`
}

/** @returns the limits with the parameter's decimals, or the expected text */
export function limitsText(
  { low, high, expected }: Pick<IntervalView, 'low' | 'high'> & { expected?: string | null },
  { decimals }: Pick<IntervalsOfParameter, 'decimals'>,
): string {
  if (expected) return expected
  const [from, to] = [low, high].map((limit) => limit?.toFixed(decimals ?? 0))
  if (from === undefined) return to === undefined ? '' : texts.row.limits.upTo(to)
  return to === undefined ? texts.row.limits.from(from) : `${from}–${to}`
}

/** @returns critical limits with the parameter's decimals, such as `≤ 2.8 or ≥ 6.2` */
export function criticalText(
  { low, high }: Pick<IntervalView, 'low' | 'high'>,
  { decimals }: Pick<IntervalsOfParameter, 'decimals'>,
): string {
  const [from, to] = [low, high].map((limit) => limit?.toFixed(decimals ?? 0))
  return [from && `≤ ${from}`, to && `≥ ${to}`].filter(Boolean).join(texts.row.limits.or)
}

type IntervalStatus = 'catalogue' | 'offered' | 'own' | 'ended'

export function statusOf(
  { isOwn, isActive, validTo }: IntervalView,
  today = istDate(new Date()),
): IntervalStatus {
  if (!isOwn) return isActive ? 'catalogue' : 'offered'
  return isActive && (validTo === null || validTo > today) ? 'own' : 'ended'
}

/** Finds the parameters whose name or code has all words of a search. */
export function isFound(
  { code, name }: Pick<IntervalsOfParameter, 'code' | 'name'>,
  search: string,
): boolean {
  const text = `${name} ${code}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
