import { type Authentication, authenticate } from '@jaanch/account/sessions/authentication'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Gate } from '@jaanch/platform/gate'
import type { Log } from '@jaanch/platform/logging'
import type { SnapshotSource } from '@jaanch/platform/reads/read-tables'
import { catchUpLimit } from '../socket-api.ts'
import { type Change, forLab } from './change-kinds.ts'
import { findCut, inIsolatingSnapshot, readChanges } from './changes.ts'
import type { Delivery } from './delivery.ts'
import type { UnpresentableRows } from './push-health.ts'
import { closeConnection, type GatewaySocket, type Handshake } from './sockets.ts'

type CatchUps = Authentication & {
  source: SnapshotSource
  unpresentable: UnpresentableRows
  gate: Gate
  /** The epoch whose changes `emit` receives */
  epochOfTail: () => string | undefined
  delivery: Delivery
  /** Adds the parts of a change that are not in its row */
  complete: (change: Change) => Change
  log: Log
}

/**
 * Sends a client that has joined its rooms what it missed. On any failure its connection is closed: it reconnects and is caught up then.
 */
export async function sendCatchUp(
  socket: GatewaySocket,
  { source, unpresentable, gate, epochOfTail, delivery, complete, log, ...authentication }: CatchUps,
): Promise<void> {
  try {
    // checked again: a revocation before the socket joined its rooms did not find it
    await authenticate(authentication, socket.data.client.token, 'session')
    const { caller, client } = socket.data
    const missed = await gate.run(async () =>
      socket.connected ? catchUp(source, caller, client, unpresentable) : undefined,
    )
    if (!missed) return
    // another epoch began just now: these changes and those of the tail do not follow each other
    if (missed.epoch !== epochOfTail()) return closeConnection(socket)
    if (missed.kind === 'start-over') {
      socket.emit('start-over', { epoch: missed.epoch })
      return
    }
    const isLab = caller.role === 'lab-partner'
    for (const row of missed.changes) {
      const change = complete(row)
      delivery.add(isLab ? forLab(change) : change, [socket.id])
    }
    delivery.send()
    socket.emit('caught-up', { position: missed.position, epoch: missed.epoch })
  } catch (error) {
    // the client must reconnect: without its catch-up it would miss changes and not know it
    if (!(error instanceof AppError)) log.warn({ err: error }, 'a client could not catch up')
    closeConnection(socket)
  }
}

type CatchUp =
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
