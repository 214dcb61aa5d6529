import { istDate } from '@jaanch/contracts/calendar'
import type { IntervalKind, IntervalsOfParameter, IntervalView } from '@jaanch/report/intervals/api'
import { BookOpen, ChevronDown, CircleCheck, CircleDashed, CircleStop, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { agesText, whoText, whoTexts } from '@/features/report/interval-fields/ages'
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
  const { name, unit, code, intervals, decimals } = parameter
  const isOpen = chosen ?? opensAtFirst
  const countOf = (status: IntervalStatus) => intervals.filter((each) => statusOf(each) === status).length
  const [own, offered, ofCatalogue] = [countOf('own'), countOf('offered'), countOf('catalogue')]
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
          <LimitsTable
            kind="reference"
            ofCatalogue={ofCatalogue === 0 ? ofAdults(parameter) : []}
            {...{ parameter, mayChange }}
          />
          {decimals !== null && (
            <LimitsTable
              kind="critical"
              ofCatalogue={parameter.critical.map((band) => ({
                who: agesText(band.ageFrom, band.ageTo),
                limits: criticalText(band, parameter),
              }))}
              {...{ parameter, mayChange }}
            />
          )}
        </div>
      )}
    </Card>
  )
}

type LimitsOfCatalogue = { who: string; limits: string }

/** Without rows in the catalogue, its two intervals apply to adults. */
function ofAdults(parameter: IntervalsOfParameter): LimitsOfCatalogue[] {
  const { male, female, normal } = parameter
  const { sexes } = whoTexts
  const { adults } = texts.parameter
  if (!male && !female) return normal ? [{ who: whoTexts.allAges, limits: normal }] : []
  if (male && male.low === female?.low && male.high === female.high)
    return [{ who: adults(''), limits: limitsText(male, parameter) }]
  return [
    ...(male ? [{ who: adults(sexes.male), limits: limitsText(male, parameter) }] : []),
    ...(female ? [{ who: adults(sexes.female), limits: limitsText(female, parameter) }] : []),
  ]
}

type LimitsTableProps = {
  parameter: IntervalsOfParameter
  kind: IntervalKind
  ofCatalogue: readonly LimitsOfCatalogue[]
  mayChange: boolean
}

/** The intervals, or the critical limits, of a parameter: the lab's own, which can be added, and those of the catalogue. */
function LimitsTable({ parameter, kind, ofCatalogue, mayChange }: LimitsTableProps) {
  const [isAdding, setAdding] = useState(false)
  const { name } = parameter
  const intervals = parameter.intervals.filter((each) => each.kind === kind)
  const { title, heads, label, none, add, catalogueSource } = texts.tables[kind]
  return (
    <>
      {title && <h3 className="font-semibold text-ink-soft text-xs">{title}</h3>}
      {none && intervals.length + ofCatalogue.length === 0 ? (
        <p className="text-ink-soft text-sm">{none}</p>
      ) : (
        <RowTable heads={[...Object.values(heads), ...(mayChange ? [''] : [])]} label={label(name)}>
          {intervals.map((interval) => (
            <IntervalRow key={interval.id} {...{ interval, parameter, mayChange }} />
          ))}
          {ofCatalogue.map(({ who, limits }) => (
            <Row key={who}>
              <Cell className="font-medium">{who}</Cell>
              <Cell label={heads.limits} className="tabular-nums">
                {limits}
              </Cell>
              {'method' in heads && <Cell label={heads.method}>{texts.row.anyMethod}</Cell>}
              <Cell className="text-ink-soft text-xs">{catalogueSource}</Cell>
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
          <Named of={texts.row.of(name)}>{add}</Named>
        </Button>
      )}
      {isAdding && <AddDialog parameter={parameter} kind={kind} onClose={() => setAdding(false)} />}
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
  const { heads } = texts.tables[interval.kind]
  const status = statusOf(interval)
  const who = whoText(interval)
  const isCritical = interval.kind === 'critical'
  const of = [parameter.name, isCritical && texts.row.critical, who].filter(Boolean).join(', ')
  const { run, busy } = useCommand({
    send: () => acceptInterval(interval.id),
    succeeded: [texts.accept.succeeded, parameter.name],
    failed: texts.accept.failed,
  })
  const isDim = status === 'ended' || status === 'offered'
  return (
    <Row className={cn(isDim && 'text-ink-soft')}>
      <Cell className="font-medium">{who}</Cell>
      <Cell label={heads.limits} className="tabular-nums">
        {(isCritical ? criticalText : limitsText)(interval, parameter)}
      </Cell>
      {'method' in heads && <Cell label={heads.method}>{interval.method ?? texts.row.anyMethod}</Cell>}
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

/** @returns whether name and code contain every word of a search */
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
