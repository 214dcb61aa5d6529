import type { Caller } from '@jaanch/contracts/caller'
import type { SnapshotSource } from '@jaanch/platform/reads/snapshot'
import { catchUpLimit } from '../socket-api.ts'
import type { Change } from './change-kinds.ts'
import { findCut, inIsolatingSnapshot, readChanges } from './changes.ts'
import type { UnpresentableRows } from './push-health.ts'
import type { Handshake } from './sockets.ts'

export type CatchUp =
  | { kind: 'caught-up'; changes: Change[]; position: number; epoch: string }
  | { kind: 'start-over'; epoch: string }

/**
 * The changes since the client's position. The socket must have joined its rooms before: then changes after the snapshot
 * reach it live. A row may arrive twice, none is missing.
 */
export function catchUp(
  source: SnapshotSource,
  reader: Caller,
  client: Pick<Handshake, 'after' | 'epoch'>,
  unpresentable: UnpresentableRows,
): Promise<CatchUp> {
  return inIsolatingSnapshot(source, async (tx, { generation, position, head, epoch }, isIsolating) => {
    const isFromAnotherLog = (client.epoch !== undefined && client.epoch !== epoch) || client.after > head
    if (isFromAnotherLog) return { kind: 'start-over', epoch }
    if (client.after === 0) return { kind: 'caught-up', changes: [], position, epoch }
    const span = { generation, after: client.after, position, reader }
    // before the rows are read: this client fetches everything anyway
    if ((await findCut(tx, span, catchUpLimit + 1)) !== undefined) return { kind: 'start-over', epoch }
    const changes = await readChanges(tx, { ...span, upto: position, isIsolating }, unpresentable)
    if (changes.length > catchUpLimit) return { kind: 'start-over', epoch }
    return { kind: 'caught-up', changes, position, epoch }
  })
}
