/** The outbox of this browser, and the round that is kept beside it: loaded by the pages that use it, and where something waits. */
import { Dexie, liveQuery } from 'dexie'
import { send } from '../http/call'
import { readToken, subjectOf } from '../http/token'
import { randomId } from '../random-id'
import { type KeptData, noteKept, readHandIns, writeHandIn } from '../session/kept-note'
import { type Entry, entriesOf, type KeptRound, openDatabase } from './database'
import { createSender } from './sender'

const database = openDatabase()

const sender = createSender({
  database,
  sessions() {
    const token = readToken()
    const userId = subjectOf(token)
    const ended = Object.entries(readHandIns()).map(([id, kept]) => ({
      userId: id,
      token: kept,
      isEnded: true,
    }))
    return token && userId ? [{ userId, token }, ...ended.filter((other) => other.userId !== userId)] : ended
  },
  forget: ({ userId }) => writeHandIn(userId, null),
  post: ({ method, path, body, key }, token) => send(method, path, body, key, token),
  // without TLS there are no locks: tabs may send the same entry, which has one effect
  alone: async (run) => void (await (navigator.locks?.request('outbox', run) ?? run())),
  isOnline: () => navigator.onLine,
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})

/** Sends what the user who is signed in has waiting: now, and whenever there is a network or the person comes back to the page. */
export function flush(): void {
  start()
  void sender.flush()
}

/**
 * Stores what a person did, and sends it in its turn.
 * @throws what IndexedDB says if there is no storage (blocked, full): then nothing is stored or sent
 */
export async function addEntry(entry: Omit<Entry, 'seq' | 'key' | 'state' | 'refusal'>): Promise<void> {
  start()
  await database.entries.add({ ...entry, key: randomId(), state: 'waiting' })
  flush()
}

/** Deletes a refused entry, which the person has read. One that waits stays. */
export async function dismiss(userId: string, key: string): Promise<void> {
  await database.entries
    .where({ userId, state: 'refused' })
    .filter((entry) => entry.key === key)
    .delete()
}

/** @param show called with all entries of the user, in order, now and after each change in any tab. @returns stops it */
export function watchEntries(userId: string, show: (entries: Entry[]) => void): () => void {
  const watching = liveQuery(() => entriesOf(database, userId).toArray()).subscribe(show)
  return () => watching.unsubscribe()
}

/**
 * Fetches a collector's visits of a day and keeps them for a phone without a network, in place of those of earlier days and of other
 * users. Commands that were sent before are part of the answer, and go; those that were sent meanwhile stay. Nothing is kept for a user
 * who signed out meanwhile, or for a round that was ended.
 * @param date IST date
 * @param isOpenedAgain after it was ended
 */
export async function saveRound(
  userId: string,
  date: string,
  fetchRound: () => Promise<unknown>,
  isOpenedAgain = false,
): Promise<void> {
  start()
  const sent = await database.entries.where({ userId, state: 'sent' }).primaryKeys()
  const round = await fetchRound()
  await database.transaction('rw', database.entries, database.rounds, async () => {
    const kept = await database.rounds.get([userId, date])
    if ((kept?.round === null && !isOpenedAgain) || subjectOf(readToken()) !== userId) return
    await database.entries.bulkDelete(sent)
    await database.rounds.filter((other) => other.userId !== userId || other.date < date).delete()
    await database.rounds.put({ userId, date, savedAt: new Date().toISOString(), round })
  })
}

/**
 * Deletes all data of a user from this browser, and remembers that the round of the day is ended.
 * @returns false if something is not sent yet: nothing was deleted
 */
export async function endRound(userId: string, date: string): Promise<boolean> {
  return database.transaction('rw', database.entries, database.rounds, async () => {
    if (!(await clearFor(userId))) return false
    await database.rounds.put({ userId, date, savedAt: new Date().toISOString(), round: null })
    return true
  })
}

export type Kept = {
  /** The latest day that is kept */
  kept: KeptRound | undefined
  /** All of the user, in order */
  entries: Entry[]
}

/** @param show called now and after each change in any tab, with both as they belong together. @returns stops it */
export function watchRound(userId: string, show: (kept: Kept) => void): () => void {
  const watching = liveQuery(() =>
    database.transaction('r', database.entries, database.rounds, async () => ({
      kept: await roundsOf(userId).last(),
      entries: await entriesOf(database, userId).toArray(),
    })),
  ).subscribe(show)
  return () => watching.unsubscribe()
}

/**
 * Deletes all data of a user from this browser.
 * @param force also what is not sent yet, and will then never be
 * @returns false if something is not sent yet: nothing was deleted
 */
export async function clearFor(userId: string, { force = false } = {}): Promise<boolean> {
  start()
  return database.transaction('rw', database.entries, database.rounds, async () => {
    const waiting = await database.entries.where({ userId, state: 'waiting' }).count()
    if (waiting > 0 && !force) return false
    await entriesOf(database, userId).delete()
    await deleteRounds(userId)
    return true
  })
}

/** At the end of the session: deletes all data of a user but what is not sent yet, which is sent after the next login of the user. */
export async function leave(userId: string): Promise<void> {
  start()
  await database.transaction('rw', database.entries, database.rounds, async () => {
    await entriesOf(database, userId)
      .filter(({ state }) => state !== 'waiting')
      .delete()
    await deleteRounds(userId)
  })
}

const roundsOf = (userId: string) =>
  database.rounds.where('[userId+date]').between([userId, Dexie.minKey], [userId, Dexie.maxKey])

const deleteRounds = (userId: string) => roundsOf(userId).delete()

let isStarted = false

function start(): void {
  if (isStarted) return
  isStarted = true
  // unsent entries must survive when the device needs room
  void navigator.storage?.persist?.()
  addEventListener('online', () => void sender.flush())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sender.flush()
  })
  // in each tab, so that the last note follows the last change
  liveQuery(countKept).subscribe(noteKept)
}

async function countKept(): Promise<KeptData> {
  const kept: KeptData = {}
  for (const [userId] of await database.rounds.toCollection().primaryKeys()) kept[userId] = 0
  await database.entries.each(({ userId, state }) => {
    kept[userId] = (kept[userId] ?? 0) + (state === 'waiting' ? 1 : 0)
  })
  return kept
}
