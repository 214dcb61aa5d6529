import type { BoardTube } from '@jaanch/contracts/http/tubes'
import { isTooWarm, stabilityState } from '@jaanch/domain/custody/stability-state'
import { AlarmClock, CircleCheck, Clock, ThermometerSnowflake, ThermometerSun, TimerOff } from 'lucide-react'
import { durationText } from '@/lib/format/durations'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { stability as texts } from './texts'

const minuteMs = 60_000

/** How much of its stability window a tube has left, or had when it came, and whether it was too warm or too cold. */
export function TubeBadges({ tube, now }: { tube: BoardTube; now: Date }) {
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
      ? { label: texts.late(time), variant: 'error', icon: TimerOff }
      : { label: texts.inTime, variant: 'success', icon: CircleCheck }
  const windowMs = Date.parse(dueAt) - Date.parse(drawnAt)
  switch (stabilityState({ drawnAt: new Date(drawnAt), at, windowMs })) {
    case 'over':
      return { label: texts.over(time), variant: 'error', icon: TimerOff }
    case 'ending':
      return { label: texts.ending(time), variant: 'accent', icon: AlarmClock }
    default:
      return { label: texts.left(time), variant: 'neutral', icon: Clock }
  }
}

/** Whole minutes, at least one */
function minutesText(ms: number): string {
  return durationText(Math.max(1, Math.floor(Math.abs(ms) / minuteMs)) * minuteMs)
}

function temperatureOf({ temperatureC, minC, maxC }: BoardTube): BadgeStyle | undefined {
  if (temperatureC === null) return undefined
  if (maxC !== null && isTooWarm(temperatureC, { maxC }))
    return { label: texts.tooWarm(maxC), variant: 'error', icon: ThermometerSun }
  if (minC !== null && temperatureC < minC)
    return { label: texts.tooCold(minC), variant: 'error', icon: ThermometerSnowflake }
  return undefined
}
