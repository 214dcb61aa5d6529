import { emptyState, type State } from '@jaanch/projections/project'

/** Keeps the things that changed last, some 10 MB, so that the next events of a booking need no read. What is not kept is read again. */
export type Recent = {
  state: State
  /** Takes over what a committed batch wrote, and forgets the things that did not change for longest */
  keep(after: State): void
  forget(): void
}

/** @param most things of each kind */
export function createRecent(most = 5_000): Recent {
  const recent: Recent = {
    state: emptyState(),
    keep(after) {
      for (const kind of ['bookings', 'prescriptions', 'labPartners'] as const) {
        keepLast(recent.state[kind] as Map<string, unknown>, after[kind], most)
      }
    },
    forget() {
      recent.state = emptyState()
    },
  }
  return recent
}

/** A Map iterates in the order of insertion: what changed last is at its end. */
function keepLast(kept: Map<string, unknown>, changed: ReadonlyMap<string, unknown>, most: number): void {
  for (const [id, thing] of changed) {
    kept.delete(id)
    kept.set(id, thing)
  }
  for (const id of kept.keys()) {
    if (kept.size <= most) return
    kept.delete(id)
  }
}
