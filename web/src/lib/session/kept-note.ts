import { readStored, writeStored } from '../storage'

/*
 * Notes the data that this browser keeps of people beyond their sessions: the outbox, and what was stored for work without a network.
 * The session knows by this note, without loading the outbox, what is not sent yet, and whose data has to be deleted at the logout.
 */

/** By user: how many commands are not sent yet. A user without an entry has no data here */
export type KeptData = Record<string, number>

const keptKey = 'kept_data'
/** Users who signed out and whose data is not deleted yet: the tab may be closed meanwhile */
const leftKey = 'left_data'

/** By user: the token of a session that the server ended while something was not sent yet. It hands that in, and nothing else */
const handInKey = 'hand_in'

/** @returns the tokens with which the outbox hands in what users did before their sessions were ended, by user */
export function readHandIns(): Readonly<Record<string, string>> {
  const tokens = readStored(handInKey)
  return typeof tokens === 'object' && tokens !== null ? (tokens as Record<string, string>) : {}
}

/** @param token null: the server refuses it, or everything is sent */
export function writeHandIn(userId: string, token: string | null): void {
  const { [userId]: _, ...others } = readHandIns()
  const tokens = token === null ? others : { ...others, [userId]: token }
  writeStored(handInKey, Object.keys(tokens).length > 0 ? tokens : null)
}

/** For the outbox, after each change. */
export function noteKept(kept: KeptData): void {
  writeStored(keptKey, Object.keys(kept).length > 0 ? kept : null)
}

/** @returns how many commands of the user are not sent yet */
export function unsentOf(userId: string): number {
  return readKept()[userId] ?? 0
}

export function readKept(): KeptData {
  const kept = readStored(keptKey)
  return typeof kept === 'object' && kept !== null ? (kept as KeptData) : {}
}

export function readLeft(): string[] {
  const left = readStored(leftKey)
  return Array.isArray(left) ? left : []
}

export function writeLeft(userIds: string[]): void {
  writeStored(leftKey, userIds.length > 0 ? userIds : null)
}
