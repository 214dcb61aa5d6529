import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CircleSlash,
  Clock,
  LoaderCircle,
} from 'lucide-react'
import { durationText } from '@/lib/format/durations'
import type { RunView } from '@/lib/resources/operations/runs'
import type { BadgeStyle } from '@/ui/badge'

export const projectionLabels = {
  bookings: 'Bookings',
  'lab-partners': 'Lab partners',
  prescriptions: 'Prescriptions',
  notifications: 'Notifications',
  counts: 'Counts',
  statistics: 'Statistics',
} as const satisfies Record<NonNullable<RunView['projection']>, string>

/** @returns 'Replay of all tables', 'Verify of notifications' */
export function runTitle({ kind, projection }: Pick<RunView, 'kind' | 'projection'>): string {
  const what = projection ? projectionLabels[projection].toLowerCase() : 'all tables'
  return `${kind === 'replay' ? 'Replay' : 'Verify'} of ${what}`
}

export function askedBy({
  requestedBy,
  requestedByName,
}: Pick<RunView, 'requestedBy' | 'requestedByName'>): string {
  if (requestedBy === 'system:nightly') return 'Every night'
  const [role = '', name = ''] = requestedBy.split(':')
  return role === 'operator' ? `${name}, terminal` : (requestedByName ?? 'An admin')
}

export function badgeOf(
  run: Pick<RunView, 'state' | 'progress' | 'different' | 'wentLive' | 'wanted'>,
): BadgeStyle {
  if (run.progress?.isPaused && isMoving(run))
    return { label: 'Paused', variant: 'accent', icon: CirclePause }
  switch (run.state) {
    case 'requested':
      return { label: 'Waits for a projector', variant: 'neutral', icon: Clock }
    case 'filling':
      return { label: 'Fills', variant: 'brand', icon: LoaderCircle }
    case 'comparing':
      return { label: 'Compares', variant: 'brand', icon: LoaderCircle }
    case 'deciding':
      if (run.wanted === 'accept') return { label: 'Accepted', variant: 'brand', icon: LoaderCircle }
      return { label: 'Waits for you', variant: 'accent', icon: CircleHelp }
    case 'going live':
      return { label: 'Goes live', variant: 'brand', icon: LoaderCircle }
    case 'failed':
      return { label: 'Failed', variant: 'error', icon: CircleAlert }
    case 'stopped':
      return { label: 'Stopped', variant: 'neutral', icon: CircleSlash }
    case 'skipped':
      return { label: 'Skipped', variant: 'neutral', icon: CircleSlash }
    case 'done':
      if (run.wentLive) return { label: 'Live', variant: 'success', icon: CircleCheck }
      return run.different
        ? { label: 'Differs', variant: 'error', icon: CircleAlert }
        : { label: 'The same', variant: 'success', icon: CircleCheck }
  }
}

/** Whether it fills or compares: then it can be paused. */
export function isMoving({ state }: Pick<RunView, 'state'>): boolean {
  return state === 'filling' || state === 'comparing'
}

/** @returns how long it ran; undefined if it never began */
export function runDurationText({
  startedAt,
  finishedAt,
}: Pick<RunView, 'startedAt' | 'finishedAt'>): string | undefined {
  if (!startedAt || !finishedAt) return undefined
  return durationText(Date.parse(finishedAt) - Date.parse(startedAt))
}

export const notPossible = 'This is not possible'
