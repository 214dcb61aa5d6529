import type { EventRowView } from '@jaanch/contracts/http/operations/events'
import type { TraceStep } from '@jaanch/contracts/http/operations/trace'
import type { StoredEvent } from '@jaanch/operations/events'
import { flattenTree, type Step } from '@jaanch/operations/trace/build-tree'

export function presentEvent({ position, at, type, streamId, version, actor }: StoredEvent): EventRowView {
  return { position, at: at.toISOString(), type, streamId, version, actor }
}

export function presentSteps(steps: readonly Step[]): TraceStep[] {
  return flattenTree(steps).map(({ at, until, position, ...step }) => ({
    ...step,
    at: at?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    position: position ?? null,
  }))
}
