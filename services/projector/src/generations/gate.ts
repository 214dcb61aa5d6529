import type pg from 'pg'

/**
 * Called between two steps of a rebuild, when no statement runs and no snapshot is open: waits while the rebuild is paused.
 * @param awake connections whose sessions must last meanwhile, see `keepAwake`
 */
export type Gate = (awake: readonly pg.ClientBase[]) => Promise<void>

/** Of a rebuild that nobody pauses */
export const openGate: Gate = async () => {}
