import { CircleAlert, CircleCheck, CircleSlash, Clock, LoaderCircle } from 'lucide-react'
import { durationText } from '@/lib/format/durations'
import type { RunView } from '@/lib/resources/operations/runs'
import type { BadgeStyle } from '@/ui/badge'

export const kindLabels = { replay: 'Replay', verify: 'Verify', trial: 'Trial' } as const satisfies Record<
  RunView['kind'],
  string
>

export function askedBy({ requestedBy, requestedByName }: RunView): string {
  const [role, name = ''] = requestedBy.split(':')
  return role === 'operator' ? `${name}, terminal` : (requestedByName ?? 'An admin')
}

export function badgeOf({ state, isStopping, wentLive, different }: RunView): BadgeStyle {
  if (isStopping) return { label: 'Stops', variant: 'neutral', icon: LoaderCircle }
  switch (state) {
    case 'requested':
      return { label: 'Waits for a projector', variant: 'neutral', icon: Clock }
    case 'filling':
      return { label: 'Fills', variant: 'brand', icon: LoaderCircle }
    case 'comparing':
      return { label: 'Compares', variant: 'brand', icon: LoaderCircle }
    case 'failed':
      return { label: 'Failed', variant: 'error', icon: CircleAlert }
    case 'stopped':
      return { label: 'Stopped', variant: 'neutral', icon: CircleSlash }
    case 'done':
      if (wentLive) return { label: 'Live', variant: 'success', icon: CircleCheck }
      return different
        ? { label: 'Differs', variant: 'error', icon: CircleAlert }
        : { label: 'The same', variant: 'success', icon: CircleCheck }
  }
}

/** @returns how long it ran; undefined if it never began */
export function runDurationText({ startedAt, finishedAt }: RunView): string | undefined {
  if (!startedAt || !finishedAt) return undefined
  return durationText(Date.parse(finishedAt) - Date.parse(startedAt))
}
