import type { BoardTube } from '@jaanch/collection/api'
import { isTooWarm, stabilityState } from '@jaanch/collection/custody/samples'
import { istDate } from '@jaanch/contracts/calendar'
import { AlarmClock, CircleCheck, Clock, ThermometerSnowflake, ThermometerSun, TimerOff } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import { rejectionTexts } from '@/components/custody/texts'
import { clockText, instantText, slotText } from '@/lib/format/dates'
import { durationText } from '@/lib/format/durations'
import { Badge, type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Checkbox } from '@/ui/checkbox'
import { Named } from '@/ui/named'
import * as texts from './texts'

type PersonTubesProps = {
  /** The tubes of one booking */
  tubes: readonly BoardTube[]
  collectors: Readonly<Record<string, string>>
  now: Date
  selected: ReadonlySet<string>
  onSelect: (tubes: readonly BoardTube[], isSelected: boolean) => void
  /** The tubes are in several places: each says its own */
  hasPlaces?: boolean
}

/** The tubes of one person, to be chosen one by one or all at once. */
export function PersonTubes({
  tubes,
  collectors,
  now,
  selected,
  onSelect,
  hasPlaces = false,
}: PersonTubesProps) {
  const heading = useId()
  const open = tubes.filter(isOpen)
  const [first] = tubes
  if (!first) return null
  const name = first.patientName ?? texts.tube.nameless
  const collector = first.collectorId !== null && collectors[first.collectorId]
  return (
    <Card className="overflow-hidden">
      <section aria-labelledby={heading}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-b px-4 py-2">
          <div className="min-w-0 py-1">
            <h2 id={heading} className="font-semibold [overflow-wrap:anywhere]">
              {name}
            </h2>
            <p className="text-ink-soft text-xs tabular-nums">
              {[first.orderNumber, first.time && slotText(first.time), collector && texts.tube.by(collector)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {open.length > 1 && (
            <Checkbox
              checked={open.every((tube) => selected.has(keyOf(tube)))}
              onChange={(isSelected) => onSelect(open, isSelected)}
            >
              <Named of={texts.tube.ofPerson(name)}>{texts.tube.all(open.length)}</Named>
            </Checkbox>
          )}
        </div>
        <ul className="divide-y">
          {tubes.map((tube) => (
            <li key={tube.number} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2">
              <div className="min-w-0 grow basis-60">
                {isOpen(tube) ? (
                  <Checkbox
                    checked={selected.has(keyOf(tube))}
                    onChange={(isSelected) => onSelect([tube], isSelected)}
                  >
                    <Named of={texts.tube.ofPerson(name)}>{nameOf(tube)}</Named>
                  </Checkbox>
                ) : (
                  <p className="font-medium">{nameOf(tube)}</p>
                )}
                <p className="text-ink-soft text-xs tabular-nums [overflow-wrap:anywhere]">
                  {[tube.container, tube.code].filter(Boolean).join(' · ')}
                </p>
              </div>
              <div className="flex flex-wrap items-center gap-2 text-ink-soft text-xs tabular-nums">
                {timesOf(tube, now)}
                {hasPlaces && <Badge>{texts.places[tube.place]}</Badge>}
                <TubeBadges tube={tube} now={now} />
              </div>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  )
}

function nameOf({ number, of, specimen }: BoardTube): string {
  return texts.tube.title(number, of, specimen)
}

function timesOf(
  { drawnAt, drawnMarks, receivedAt, temperatureC, decidedAt, reason, place }: BoardTube,
  now: Date,
): string {
  const at = (instant: string) => {
    const isToday = istDate(new Date(instant)) === istDate(now)
    return isToday ? clockText(new Date(instant)) : instantText(instant)
  }
  const received =
    receivedAt &&
    [texts.tube.received(at(receivedAt)), temperatureC !== null && texts.tube.at(temperatureC)]
      .filter(Boolean)
      .join(' ')
  const decided =
    decidedAt &&
    (place === 'rejected'
      ? texts.tube.rejected(at(decidedAt), rejectionTexts[reason ?? 'other'])
      : texts.tube.accepted(at(decidedAt)))
  const marks = drawnMarks.map((mark) => texts.marks[mark])
  return [drawnAt && texts.tube.drawn(at(drawnAt)), ...marks, received, decided].filter(Boolean).join(' · ')
}

const minuteMs = 60_000

/** How much of its stability window a tube has left, or had when it came, and whether it was too warm or too cold. */
function TubeBadges({ tube, now }: { tube: BoardTube; now: Date }) {
  return [windowOf(tube, now), temperatureOf(tube)].map(
    (badge) => badge && <StyledBadge key={badge.label} {...badge} className="tabular-nums" />,
  )
}

/** @returns whether the lab must say why it accepts a tube: it came, or would come now, after its window */
export function isLate({ drawnAt, dueAt, receivedAt }: BoardTube, now: Date): boolean {
  return drawnAt !== null && dueAt !== null && Date.parse(receivedAt ?? now.toISOString()) > Date.parse(dueAt)
}

function windowOf(tube: BoardTube, now: Date): BadgeStyle | undefined {
  const { drawnAt, dueAt, receivedAt } = tube
  if (drawnAt === null || dueAt === null) return undefined
  const at = receivedAt === null ? now : new Date(receivedAt)
  const leftMs = Date.parse(dueAt) - at.getTime()
  const time = minutesText(leftMs)
  if (receivedAt !== null)
    return isLate(tube, now)
      ? { label: texts.stability.late(time), variant: 'error', icon: TimerOff }
      : { label: texts.stability.inTime, variant: 'success', icon: CircleCheck }
  const windowMs = Date.parse(dueAt) - Date.parse(drawnAt)
  switch (stabilityState({ drawnAt: new Date(drawnAt), at, windowMs })) {
    case 'over':
      return { label: texts.stability.over(time), variant: 'error', icon: TimerOff }
    case 'ending':
      return { label: texts.stability.ending(time), variant: 'accent', icon: AlarmClock }
    default:
      return { label: texts.stability.left(time), variant: 'neutral', icon: Clock }
  }
}

/** Whole minutes, at least one */
function minutesText(ms: number): string {
  return durationText(Math.max(1, Math.floor(Math.abs(ms) / minuteMs)) * minuteMs)
}

function temperatureOf({ temperatureC, minC, maxC }: BoardTube): BadgeStyle | undefined {
  if (temperatureC === null) return undefined
  if (maxC !== null && isTooWarm(temperatureC, { maxC }))
    return { label: texts.stability.tooWarm(maxC), variant: 'error', icon: ThermometerSun }
  if (minC !== null && temperatureC < minC)
    return { label: texts.stability.tooCold(minC), variant: 'error', icon: ThermometerSnowflake }
  return undefined
}

function keyOf({ bookingId, number }: Pick<BoardTube, 'bookingId' | 'number'>): string {
  return `${bookingId}/${number}`
}

/** @returns whether the lab has something to do with a tube */
function isOpen({ place }: BoardTube): boolean {
  return place !== 'accepted' && place !== 'rejected'
}

/** The chosen tubes of a board. One on which somebody decided meanwhile is no longer among them. */
export function useSelection(all: readonly BoardTube[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const select = useCallback(
    (tubes: readonly Pick<BoardTube, 'bookingId' | 'number'>[], isSelected: boolean) => {
      setKeys((before) => {
        const next = new Set(before)
        for (const tube of tubes) {
          if (isSelected) next.add(keyOf(tube))
          else next.delete(keyOf(tube))
        }
        return next
      })
    },
    [],
  )
  const clear = useCallback(() => setKeys(new Set()), [])
  return { keys, select, clear, tubes: all.filter((tube) => isOpen(tube) && keys.has(keyOf(tube))) }
}
