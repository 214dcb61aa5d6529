import { istDate } from '@jaanch/contracts/calendar'
import type { BoardTube } from '@jaanch/contracts/http/tubes'
import { useId } from 'react'
import { rejectionTexts } from '@/components/custody/texts'
import { clockText, instantText, slotText } from '@/lib/format/dates'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Checkbox } from '@/ui/checkbox'
import { Named } from '@/ui/named'
import { marks as markTexts, places, tube as texts } from './texts'
import { TubeBadges } from './tube-badges'
import { isOpen, keyOf } from './use-selection'

type PersonTubesProps = {
  /** Of one booking */
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
  const name = first.patientName ?? texts.nameless
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
              {[first.orderNumber, first.time && slotText(first.time), collector && texts.by(collector)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {open.length > 1 && (
            <Checkbox
              checked={open.every((tube) => selected.has(keyOf(tube)))}
              onChange={(isSelected) => onSelect(open, isSelected)}
            >
              <Named of={texts.ofPerson(name)}>{texts.all(open.length)}</Named>
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
                    <Named of={texts.ofPerson(name)}>{nameOf(tube)}</Named>
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
                {hasPlaces && <Badge>{places[tube.place]}</Badge>}
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
  return texts.title(number, of, specimen)
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
    [texts.received(at(receivedAt)), temperatureC !== null && texts.at(temperatureC)]
      .filter(Boolean)
      .join(' ')
  const decided =
    decidedAt &&
    (place === 'rejected'
      ? texts.rejected(at(decidedAt), rejectionTexts[reason ?? 'other'])
      : texts.accepted(at(decidedAt)))
  const marks = drawnMarks.map((mark) => markTexts[mark])
  return [drawnAt && texts.drawn(at(drawnAt)), ...marks, received, decided].filter(Boolean).join(' · ')
}
